import { expect, test } from 'vitest';
import type { PathBody, PathEntry } from '../../../shared/thread/entry.ts';
import type { PlanChange } from '../../../shared/todos/plan.ts';
import { entryBlocks } from './entry-blocks.ts';

let seq = 0;
function entry(id: string, body: PathBody): PathEntry {
  seq += 1;
  return { id, threadId: 't', seq, at: seq, runId: 'r', v: 1, parentId: null, ...body };
}

function ask(id: string): PathEntry {
  return entry(id, { kind: 'user_message', text: 'Go', origin: 'person' });
}

/** A step with one call, and its result. */
function step(number: number, isError = false): readonly PathEntry[] {
  const [messageId, callId, toolName] = [`m${number}`, `c${number}`, 'todo'];
  const calls = [{ id: callId, name: toolName, arguments: '{"op":' }];
  return [
    entry(messageId, {
      kind: 'assistant_message',
      step: number,
      model: 'm',
      text: '',
      reasoning: '',
      calls,
      finish: 'tool_calls',
      sentAt: 1,
    }),
    entry(`r${number}`, { kind: 'tool_result', messageId, callId, toolName, content: 'ok', isError }),
  ];
}

function change(entryId: string): PlanChange {
  return { entryId, at: 1, plan: { phases: [{ items: [{ key: entryId, content: entryId, status: 'pending' }] }] } };
}

/** The entries whose rows hold a plan, and how many rows of calls there are. */
function shown(entries: readonly PathEntry[], writers: readonly string[]) {
  const blocks = entryBlocks({ entries, notes: [], siblings: {}, planHistory: writers.map(change) }, 'r');
  return {
    plans: blocks.flatMap((block) => ('plan' in block ? [block.plan?.entryId] : [])),
    calls: blocks.filter(({ kind }) => kind === 'call').length,
  };
}

test('each turn shows its plan once, in the newest call that changed it', () => {
  const entries = [ask('u1'), ...step(1), ...step(2), ask('u2'), ...step(3), ...step(4)];
  expect(shown(entries, ['r1', 'r2', 'r3', 'r4'])).toEqual({ plans: ['r2', 'r4'], calls: 4 });
});

test('what failed, or changed nothing, replaces none', () => {
  const entries = [ask('u1'), ...step(1), ...step(2, true), ...step(3)];
  expect(shown(entries, ['r1'])).toEqual({ plans: ['r1'], calls: 3 });
});

test('a person changes the plan of a turn too', () => {
  const edit = entry('e', { kind: 'user_todo_edit', action: 'They added x.', items: [] });
  expect(shown([ask('u1'), ...step(1), edit], ['r1', 'e'])).toEqual({ plans: ['e'], calls: 1 });
  expect(shown([ask('u1'), edit, ...step(1)], ['e', 'r1'])).toEqual({ plans: ['r1'], calls: 1 });
});

test('a run that finished tells what it left open, by the plan at its end', () => {
  const entries = [ask('u1'), ...step(1), ask('u2')];
  const end = { id: 'end', threadId: 't', seq: 9, at: 1, runId: 'r', v: 1, targetId: 'r1' } as const;
  const notes = [{ ...end, kind: 'run_finished', status: 'finished' } as const];
  const ends = (history: readonly PlanChange[]) =>
    entryBlocks({ entries, notes, siblings: {}, planHistory: history }).flatMap((block) =>
      block.kind === 'end' ? [[block.status, block.open]] : [],
    );
  expect(ends([change('r1')])).toEqual([['finished', 1]]);
  expect(ends([change('before'), change('u2')])).toEqual([['finished', 1]]);
  expect(ends([])).toEqual([]);
});
