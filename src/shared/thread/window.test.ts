import { expect, test } from 'vitest';
import type { PlanChange } from '../todos/plan.ts';
import type { AssistantMessageBody, PathBody, ToolResultBody, UserMessageBody } from './entry.ts';
import { joinWindows, prependPage, stepWindow, type ThreadWindow } from './window.ts';

const body: UserMessageBody = { kind: 'user_message', text: 'Go', origin: 'person' };

function entry(seq: number) {
  const parentId = seq === 1 ? null : `e${seq - 1}`;
  return { id: `e${seq}`, threadId: 't', seq, at: seq, v: 1, parentId, ...body };
}

function change(entryId: string): PlanChange {
  return { entryId, at: 1, plan: { phases: [] } };
}

/** The entries of these numbers, with these plans. */
function windowOf(seqs: readonly number[], plans: readonly string[], part: Partial<ThreadWindow> = {}): ThreadWindow {
  const entries = seqs.map(entry);
  const headId = entries.at(-1)?.id ?? null;
  const known = { threadId: 't', seq: 9, headId, entries, notes: [], siblings: {}, live: [], spans: [] };
  return { ...known, hasEarlier: true, planHistory: plans.map(change), hasEarlierPlans: true, ...part };
}

test('a page brings the plans that it wrote and the one before them, once', () => {
  const window = windowOf([5, 6], ['e4', 'e6']);
  const page = windowOf([3, 4], ['e1', 'e4'], { hasEarlier: false, hasEarlierPlans: false });
  expect(prependPage(window, page)).toEqual(
    windowOf([3, 4, 5, 6], ['e1', 'e4', 'e6'], { hasEarlier: false, hasEarlierPlans: false }),
  );
});

test('plans that were loaded further back than a page stay', () => {
  const window = windowOf([5, 6], ['e1', 'e4', 'e6'], { hasEarlierPlans: false });
  const page = windowOf([3, 4], ['e1', 'e4'], { hasEarlierPlans: false });
  expect(prependPage(window, page)).toEqual(windowOf([3, 4, 5, 6], ['e1', 'e4', 'e6'], { hasEarlierPlans: false }));
});

test('a fresh window keeps the earlier plans of its own branch alone', () => {
  const known = windowOf([2, 3, 4, 5], ['e1', 'e2', 'e5'], { hasEarlierPlans: false });
  expect(joinWindows(known, windowOf([3, 6], ['e2', 'e6']))).toEqual(
    windowOf([2, 3, 6], ['e1', 'e2', 'e6'], { hasEarlierPlans: false }),
  );
  const apart = windowOf([8, 9], ['e7', 'e9']);
  expect(joinWindows(known, apart)).toEqual(apart);
});

test('a plan that changes bit by bit is followed, each change by the call that it answers and the plan before it', () => {
  const said: Omit<AssistantMessageBody, 'calls'> = {
    kind: 'assistant_message',
    step: 1,
    model: 'm',
    text: '',
    reasoning: '',
    finish: 'tool_calls',
    sentAt: 1,
  };
  const call = (args: unknown) => [{ id: 'c', name: 'any', arguments: JSON.stringify(args) }];
  const result = (messageId: string, content: string): ToolResultBody => {
    return { kind: 'tool_result', messageId, callId: 'c', toolName: 'any', content, isError: false };
  };
  const bodies: readonly PathBody[] = [
    { ...said, calls: call({ subject: 'Read' }) },
    result('e2', 'Task #1 created: Read'),
    { ...said, calls: call({ taskId: '1', status: 'completed' }) },
    result('e4', 'Updated task #1 status'),
  ];
  const entries = bodies.map((one, index) => ({ ...entry(index + 2), ...one }));
  const window = windowOf([1], [], { seq: 1 });
  const step = stepWindow(window, { type: 'entries', threadId: 't', entries, headId: 'e5' });
  const item = { key: '1', id: '1', content: 'Read' };
  expect(step.type === 'next' && step.window.planHistory).toEqual([
    { entryId: 'e3', at: 3, plan: { phases: [{ items: [{ ...item, status: 'pending' }] }] } },
    { entryId: 'e5', at: 5, plan: { phases: [{ items: [{ ...item, status: 'completed' }] }] } },
  ]);
});
