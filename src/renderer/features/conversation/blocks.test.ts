import { expect, test } from 'vitest';
import { idleRun, type LiveRun } from '../../../shared/run/live.ts';
import { PLAIN_AGENT, type AgentSnapshot } from '../../../shared/run/agent.ts';
import type { NoteBody, NoteEntry, PathBody, PathEntry } from '../../../shared/thread/entry.ts';
import type { PlanChange } from '../../../shared/todos/plan.ts';
import { blockIndexOf, sameBlock, type Block } from './blocks.ts';
import { entryBlocks } from './entry-blocks.ts';
import { withLive } from './live-blocks.ts';

const stamp = { threadId: 't', seq: 1, runId: 'r', v: 1 };
const agent: AgentSnapshot = {
  ...PLAIN_AGENT,
  name: 'a',
  model: 'm',
  todos: 'list',
  limits: { steps: 7 },
  overrides: {},
};

function path(id: string, body: PathBody, at = 1000): PathEntry {
  return { ...stamp, id, at, parentId: null, ...body };
}

function note(id: string, targetId: string, body: NoteBody, at = 1000): NoteEntry {
  return { ...stamp, id, at, targetId, ...body };
}

const ask = path('u', { kind: 'user_message', text: 'Do it', origin: 'person' });

function answer(id: string, step: number, calls: readonly string[], text = ''): PathEntry {
  return path(id, {
    kind: 'assistant_message',
    step,
    model: 'm',
    text,
    reasoning: '',
    calls: calls.map((call) => ({ id: call, name: 'run_command', arguments: '{}' })),
    finish: 'tool_calls',
    sentAt: 900,
  });
}

function result(id: string, callId: string, isError = false): PathEntry {
  return path(
    id,
    { kind: 'tool_result', messageId: 'a', callId, toolName: 'run_command', content: 'out', isError },
    3000,
  );
}

const begun = note('n0', 'u', { kind: 'run_started', agent });

function started(callId: string): NoteEntry {
  return note(`s-${callId}`, 'a', { kind: 'tool_started', callId, toolName: 'run_command' }, 2000);
}

function asked(callId: string): NoteEntry {
  return note(`q-${callId}`, 'a', { kind: 'approval_asked', callId, toolName: 'run_command', arguments: '{}' });
}

function decided(callId: string, decision: 'approved' | 'rejected' | 'withdrawn'): NoteEntry {
  return note(`d-${callId}`, 'a', { kind: 'approval_decided', callId, decision, by: 'person' });
}

function ended(status: 'failed' | 'stopped' | 'finished', targetId: string): NoteEntry {
  return note('end', targetId, { kind: 'run_finished', status });
}

function states(notes: readonly NoteEntry[], results: readonly PathEntry[], active: boolean): readonly string[] {
  const entries = [ask, answer('a', 1, ['x', 'y']), ...results];
  return entryBlocks(
    { entries, notes: [begun, ...notes], siblings: {}, planHistory: [] },
    active ? 'r' : undefined,
  ).flatMap((block) => (block.kind === 'call' ? [block.state] : []));
}

test('a call goes from queued over approval and running to its result', () => {
  expect(states([], [], true)).toEqual(['queued', 'queued']);
  expect(states([asked('x')], [], true)).toEqual(['approval', 'queued']);
  expect(states([asked('x'), decided('x', 'approved'), started('x')], [], true)).toEqual(['running', 'queued']);
  expect(states([started('x'), started('y')], [result('rx', 'x'), result('ry', 'y', true)], true)).toEqual([
    'ok',
    'error',
  ]);
});

test('a call that did not run says why', () => {
  expect(states([asked('x'), decided('x', 'rejected')], [result('rx', 'x', true)], true)).toEqual([
    'rejected',
    'queued',
  ]);
  expect(states([asked('x'), decided('x', 'withdrawn'), ended('stopped', 'a')], [], false)).toEqual([
    'not_run',
    'not_run',
  ]);
  expect(states([], [result('rx', 'x', true)], true)).toEqual(['refused', 'queued']);
  expect(states([started('x'), ended('stopped', 'a')], [result('ry', 'y', true)], false)).toEqual([
    'interrupted',
    'not_run',
  ]);
});

test('nothing runs in a thread that is not active, even where its end was never written', () => {
  expect(states([started('x')], [], false)).toEqual(['interrupted', 'not_run']);
});

test('a result is found by its own entry, an answer by where it begins', () => {
  const entries = [ask, answer('a', 1, ['x', 'y'], 'Text'), result('rx', 'x'), result('ry', 'y')];
  const blocks = entryBlocks({ entries, notes: [begun], siblings: {}, planHistory: [] }, 'r');
  expect(['u', 'a', 'ry', 'gone'].map((id) => blockIndexOf(blocks, id))).toEqual([0, 1, 3, -1]);
});

test('an end shows after the last entry, and only the newest run can be continued', () => {
  const again = path('c', { kind: 'user_message', text: 'Continue', origin: 'continue' });
  const end = ended('failed', 'a');
  const entries = [ask, answer('a', 1, [], 'Half')];
  const failed: Block = {
    kind: 'end',
    key: 'end',
    entryId: 'end',
    status: 'failed',
    error: undefined,
    limit: undefined,
    limits: { steps: 7 },
    newest: true,
  };
  expect(entryBlocks({ entries, notes: [begun, end], siblings: {}, planHistory: [] }).at(-1)).toEqual(failed);
  const next = note('n1', 'c', { kind: 'run_started', agent });
  const later = entryBlocks(
    { entries: [...entries, again], notes: [begun, end, next], siblings: {}, planHistory: [] },
    'r',
  );
  expect(later.slice(2)).toEqual([
    { ...failed, newest: false },
    { kind: 'continued', origin: 'continue', key: 'c', entryId: 'c', at: 1000 },
  ]);
});

test('an answer that is not whole says why, unless the end of its run does', () => {
  const half = path('h', {
    kind: 'assistant_message',
    step: 1,
    model: 'm',
    text: 'Half',
    reasoning: '',
    calls: [],
    finish: 'stop',
    sentAt: 900,
    partial: 'stopped',
  });
  const kinds = (notes: readonly NoteEntry[]) =>
    entryBlocks({ entries: [ask, half], notes, siblings: {}, planHistory: [] }).map(({ kind }) => kind);
  expect(kinds([begun])).toEqual(['user', 'text', 'partial']);
  expect(kinds([begun, ended('stopped', 'h')])).toEqual(['user', 'text', 'end']);
});

test('a plan change shows what it changed', () => {
  const plan = (status: 'pending' | 'completed') => ({
    phases: [{ items: [{ key: 'k', id: 'k', content: 'K', status }] }],
  });
  const planHistory: readonly PlanChange[] = [
    { entryId: 'r0', at: 1, plan: plan('pending') },
    { entryId: 'rx', at: 2, plan: plan('completed') },
  ];
  const entries = [ask, answer('a', 1, ['x']), result('rx', 'x')];
  const call = entryBlocks({ entries, notes: [begun], siblings: {}, planHistory }, 'r').at(-1);
  expect(call?.kind === 'call' && call.changes).toEqual([
    { type: 'status', item: { key: 'k', id: 'k', content: 'K', status: 'completed' }, from: 'pending' },
  ]);
});

const streaming: LiveRun = { ...idleRun('r', 1), phase: 'streaming', text: 'Half an ans', sentAt: 900 };

test('an answer keeps its rows when it is committed', () => {
  const before = withLive(
    entryBlocks({ entries: [ask], notes: [begun], siblings: {}, planHistory: [] }, 'r'),
    [streaming],
    'running',
  );
  const entries = [ask, answer('a', 1, [], 'Half an answer')];
  const after = entryBlocks({ entries, notes: [begun], siblings: {}, planHistory: [] }, 'r');
  expect(before.map((block) => block.key)).toEqual(['u', 'r/1/text/0']);
  expect(after.map((block) => block.key)).toEqual(['u', 'r/1/text/0']);
});

test('only the last section of a growing answer changes', () => {
  const paragraph = `${'word '.repeat(400)}\n\n`;
  const at = (text: string) => withLive([], [{ ...streaming, text }], 'running');
  const [first, second] = at(paragraph + paragraph);
  const [same, grown] = at(`${paragraph + paragraph}more`);
  expect(first !== undefined && same !== undefined && sameBlock(first, same)).toBe(true);
  expect(second !== undefined && grown !== undefined && sameBlock(second, grown)).toBe(false);
});

test('what a running command prints goes into its row; without anything to show the run is seen to wait', () => {
  const stored = entryBlocks(
    { entries: [ask, answer('a', 1, ['x'])], notes: [begun, started('x')], siblings: {}, planHistory: [] },
    'r',
  );
  const output = { start: 0, text: 'line' };
  expect(withLive(stored, [{ ...idleRun('r', 1), outputs: { x: output } }], 'running').at(-1)).toMatchObject({
    output,
  });
  expect(withLive(stored, [idleRun('r', 1)], 'running')).toEqual(stored);
  const fresh = entryBlocks({ entries: [ask], notes: [begun], siblings: {}, planHistory: [] }, 'r');
  expect(withLive(fresh, [], 'running').at(-1)).toEqual({ kind: 'waiting', key: 'waiting' });
  expect(withLive(fresh, [], 'paused').at(-1)).toEqual({ kind: 'waiting', key: 'waiting', held: 'paused' });
});

test('a retry shows once', () => {
  const error = { code: 'rate_limited', message: 'Rate limited' };
  const retry = { attempt: 1, retryAt: 5000, error };
  const run: LiveRun = { ...idleRun('r', 1), phase: 'retrying', retry };
  const noted = note('re', 'u', { kind: 'retry', step: 1, attempt: 1, waitMs: 4000, error });
  const block = { kind: 'retry', key: 'r/1/retry/1', error, retryAt: 5000 };
  expect(withLive([], [run], 'running')).toMatchObject([block]);
  const stored = entryBlocks({ entries: [ask], notes: [begun, noted], siblings: {}, planHistory: [] }, 'r');
  expect(withLive(stored, [run], 'running').slice(1)).toMatchObject([{ ...block, failedAt: 1000 }]);
});

test('the first row of an entry tells its siblings and its name, the row of a call those of its result', () => {
  const entries = [ask, answer('a', 1, ['x'], 'Text'), result('rx', 'x')];
  const labels = ['Old', 'Mine'].map((label, index) => note(`l${index}`, 'a', { kind: 'label', label }));
  const unnamed = [note('l3', 'u', { kind: 'label', label: 'Gone' }), note('l4', 'u', { kind: 'label', label: '' })];
  const siblings = { a: { position: 2, total: 3, previousId: 'b' }, rx: { position: 1, total: 2 } };
  const blocks = entryBlocks({ entries, notes: [begun, ...labels, ...unnamed], siblings, planHistory: [] }, 'r');
  expect(blocks.map(({ siblings: beside, label }) => [beside, label])).toEqual([
    [undefined, undefined],
    [siblings.a, 'Mine'],
    [siblings.rx, undefined],
  ]);
});

test('what a run on another branch came to is not told where the branches part', () => {
  const next = { ...answer('a', 1, [], 'Here'), seq: 5 };
  const failed = { kind: 'run_finished', status: 'failed' } as const;
  const before = { ...note('f1', 'u', failed), seq: 4 };
  const after = { ...note('f2', 'u', failed), seq: 6 };
  const kinds = (entries: readonly PathEntry[]) =>
    entryBlocks({ entries, notes: [begun, before, after], siblings: {}, planHistory: [] }).map(({ key }) => key);
  expect(kinds([ask, next])).toEqual(['u', 'f1', 'r/1/text/0']);
  expect(kinds([ask])).toEqual(['u', 'f1', 'f2']);
});

test('the run at the end of the branch can be continued, whatever was begun beside it', () => {
  const end = note('e', 'u', { kind: 'run_finished', status: 'failed' });
  const side = note('s', 'u', { kind: 'run_started', agent, side: true });
  const newest = (...notes: readonly NoteEntry[]) =>
    entryBlocks({ entries: [ask], notes, siblings: {}, planHistory: [] }).at(-1);
  expect(newest(begun, end, side)).toMatchObject({ kind: 'end', newest: true });
  expect(newest(begun, end, note('n', 'u', { kind: 'run_started', agent }))).toMatchObject({ newest: false });
});
