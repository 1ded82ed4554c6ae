import { describe, expect, it, test } from 'vitest';
import type { Entry } from '../thread/entry.ts';
import {
  idleRun,
  isRun,
  LIVE_OUTPUT_LIMIT,
  outputOf,
  replayLive,
  settleLive,
  stepLive,
  withLiveRun,
  type LiveEvent,
  type LiveRun,
} from './live.ts';

const runId = 'r';
const sent: LiveEvent = { type: 'sent', runId, step: 1, at: 5 };
const text = (offset: number, part: string, step = 1): LiveEvent => ({ type: 'text', runId, step, offset, text: part });
const call = (index: number, offset: number, part: string): LiveEvent => ({
  type: 'call',
  runId,
  step: 1,
  index,
  id: `c${index}`,
  name: 'read',
  offset,
  text: part,
});
const output = (offset: number, part: string): LiveEvent => ({
  type: 'output',
  runId,
  callId: 'c',
  offset,
  text: part,
});

function after(...events: readonly LiveEvent[]): LiveRun | 'gap' {
  let live: LiveRun | undefined;
  for (const event of events) {
    const step = stepLive(live, event);
    if (step.type === 'gap') return 'gap';
    live = step.live;
  }
  return live ?? 'gap';
}

const waiting: LiveRun = { ...idleRun(runId, 1), phase: 'waiting', sentAt: 5 };

describe('a live answer', () => {
  it('waits, then grows', () => {
    expect(after(sent)).toEqual(waiting);
    expect(after(sent, text(0, 'Hel'), text(3, 'lo'))).toEqual({ ...waiting, phase: 'streaming', text: 'Hello' });
  });

  it('takes what it knows already only once', () => {
    expect(after(sent, text(0, 'Hel'), text(0, 'Hel'), text(1, 'ello'))).toMatchObject({ text: 'Hello' });
  });

  it('shows a gap where a delta is missing', () => {
    expect(after(sent, text(0, 'Hel'), text(4, 'o'))).toBe('gap');
    expect(after(sent, text(0, 'x', 2))).toBe('gap');
    expect(after(sent, call(1, 0, '{'))).toBe('gap');
    expect(after(sent, call(0, 0, '{'), call(0, 2, '}'))).toBe('gap');
  });

  it('leaves earlier steps alone', () => {
    const next: LiveEvent = { ...sent, step: 2 };
    expect(after(sent, text(0, 'a'), next, text(1, 'late'))).toEqual({ ...waiting, step: 2 });
  });

  it('holds several calls in the making', () => {
    const live = after(sent, call(0, 0, '{"a"'), call(1, 0, '{}'), call(0, 4, ':1}'));
    expect(live).toMatchObject({
      calls: [
        { id: 'c0', name: 'read', arguments: '{"a":1}' },
        { id: 'c1', name: 'read', arguments: '{}' },
      ],
    });
  });

  it('starts afresh when it is tried again', () => {
    const error = { code: 'x', message: 'X' };
    const retrying: LiveEvent = { type: 'retrying', runId, step: 1, attempt: 1, retryAt: 9, error };
    expect(after(sent, retrying)).toEqual({
      ...idleRun(runId, 1),
      phase: 'retrying',
      retry: { attempt: 1, retryAt: 9, error },
    });
    expect(after(sent, retrying, sent)).toEqual(waiting);
  });
});

test('of what a command prints, only the end is kept', () => {
  const long = 'x'.repeat(LIVE_OUTPUT_LIMIT);
  expect(after(output(0, long), output(long.length, 'yz'))).toMatchObject({
    outputs: { c: { start: 2, text: `${long.slice(2)}yz` } },
  });
  expect(after(output(0, 'a'), output(2, 'c'))).toBe('gap');
});

test('any text is a call id, names that every object has included', () => {
  for (const callId of ['__proto__', 'constructor']) {
    const printed = (offset: number, text: string): LiveEvent => ({ type: 'output', runId, callId, offset, text });
    const live = after(printed(0, 'a'), printed(1, 'b'));
    if (live === 'gap') throw new Error('a gap');
    expect(outputOf(idleRun(runId, 1).outputs, callId)).toBe(undefined);
    expect(outputOf(live.outputs, callId)).toEqual({ start: 0, text: 'ab' });
  }
});

test('entries take over from live state', () => {
  const live: LiveRun = { ...waiting, text: 'Hi', phase: 'streaming', outputs: { c: { start: 0, text: 'out' } } };
  const stamp = { id: 'e', threadId: 't', seq: 1, at: 0, runId, v: 1, parentId: null };
  const answer: Entry = {
    ...stamp,
    kind: 'assistant_message',
    step: 1,
    model: 'm',
    text: 'Hi',
    reasoning: '',
    calls: [],
    finish: 'stop',
    sentAt: 5,
  };
  const result: Entry = {
    ...stamp,
    kind: 'tool_result',
    messageId: 'm',
    callId: 'c',
    toolName: 'run',
    content: '',
    isError: false,
  };
  const end: Entry = {
    ...stamp,
    parentId: undefined,
    targetId: 'e',
    kind: 'run_finished',
    status: 'finished',
  } as Entry;
  expect(settleLive([live], answer)).toEqual([{ ...idleRun(runId, 1), outputs: live.outputs }]);
  expect(settleLive([live], result)).toEqual([{ ...live, outputs: {} }]);
  expect(settleLive([live], end)).toEqual([]);
  expect(settleLive([live], { ...answer, runId: 'other' })).toEqual([live]);
});

const error = { code: 'model_overloaded', message: 'Busy' };
test.each([
  ['waits', after(sent)],
  [
    'streams',
    after(
      output(40, 'an older call'),
      sent,
      { type: 'reasoning', runId, step: 1, offset: 0, text: 'Hm' },
      text(0, 'Hi'),
      call(0, 0, '{'),
      call(1, 0, '{}'),
    ),
  ],
  ['tries again', after(sent, { type: 'retrying', runId, step: 1, attempt: 2, retryAt: 9, error })],
])('the state of a run that %s can be told anew', (_, live) => {
  expect(live === 'gap' ? undefined : after(...replayLive(live))).toEqual(live);
});

test('a compaction shows until it is over, and one by hand leaves nothing behind', () => {
  const compacting = { type: 'compacting', runId, step: 1, at: 7, trigger: 'threshold' } as const;
  const going = after(output(0, 'x'), compacting);
  expect(going).toEqual({
    ...idleRun(runId, 1),
    phase: 'compacting',
    compaction: { trigger: 'threshold', since: 7 },
    outputs: { c: { start: 0, text: 'x' } },
  });
  expect(going !== 'gap' && replayLive(going)).toEqual([compacting, output(0, 'x')]);
  const over = after(compacting, { type: 'compacted', runId, step: 1 });
  expect(over).toEqual(idleRun(runId, 1));
  expect(withLiveRun([], idleRun(runId, 1))).toEqual([idleRun(runId, 1)]);
  const byHand = after({ ...compacting, step: 0 });
  if (byHand === 'gap') throw new Error('a gap');
  expect(isRun(byHand)).toBe(false);
  expect(withLiveRun([byHand], idleRun(runId, 0))).toEqual([]);
});
