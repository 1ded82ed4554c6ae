import { expect, test } from 'vitest';
import { activateBranch } from './active-branch.ts';
import { agentAt } from './agent-at.ts';
import { leafPage } from './leaves.ts';
import { openThread } from './open-thread.ts';
import { runAt } from './runs.ts';
import { append, assistant, good, started, testStore, testThread, todosWritten, user } from './testing/store.ts';
import { wideThread } from './testing/wide-thread.ts';

test('branches are listed newest first, with their own names, last words and plans', () => {
  const { write: db } = testStore();
  testThread(db);
  const label = (id: string, targetId: string, label: string) => ({
    id,
    targetId,
    body: { kind: 'label', label } as const,
  });
  append(db, {
    tip: null,
    drafts: [
      { id: 'u', body: user() },
      { id: 'a', body: assistant() },
    ],
  });
  append(db, {
    tip: 'a',
    at: 20,
    drafts: [
      { id: 'u1', body: user() },
      { id: 'b1', body: assistant({ text: 'First\nline' }) },
    ],
  });
  append(db, {
    tip: 'a',
    at: 30,
    drafts: [
      { id: 'u2', body: user() },
      { id: 'b2', body: todosWritten('a', 'completed', 'pending') },
    ],
  });
  append(db, {
    tip: 'a',
    drafts: [
      label('l1', 'a', 'Everything'),
      label('l2', 'u1', 'Old'),
      label('l3', 'u1', 'Mine'),
      label('l4', 'b2', 'Gone'),
      label('l5', 'b2', ''),
    ],
  });
  const first = { entryId: 'b1', seq: 4, at: 20, active: true, label: 'Mine', line: 'First' };
  const second = { entryId: 'b2', seq: 6, at: 30, active: false, line: 'write_todos: ok', plan: { done: 1, total: 2 } };
  // The name of what they share is no branch's own.
  expect(leafPage(db, 'thread', 10)).toEqual({ leaves: [second, first], hasMore: false });
  expect(leafPage(db, 'thread', 1)).toEqual({ leaves: [second], hasMore: true });
  expect(leafPage(db, 'thread', 1, 6)).toEqual({ leaves: [first], hasMore: false });
});

test('a switch brings the entries, notes, plans and run of the other branch, in a thread of many', () => {
  const { write: db } = testStore();
  const { threadId, branches } = wideThread(db, 700, 100);
  for (const branch of [3, 98]) {
    const run = `run-${branch}`;
    expect(good(activateBranch(db, threadId, branches[branch] ?? ''))).toBe(`${run}-5`);
    const { window, summary } = openThread(db, threadId, 6) ?? {};
    expect(window?.entries.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5].map((at) => `${run}-${at}`));
    expect(window?.notes.every((note) => note.runId === run)).toBe(true);
    expect(window?.planHistory.map(({ entryId }) => entryId)).toEqual([`${run}-2`]);
    // The trunk goes on beside it.
    const previousId = `trunk-${branch + 1}`;
    expect(window?.siblings).toEqual({ [`${run}-0`]: { position: 2, total: 2, previousId } });
    expect(summary).toMatchObject({ runId: run, status: 'finished', plan: { done: 1, total: 2 } });
  }
});

test('the agent of an entry is the one that its run had come to there', () => {
  const { write: db } = testStore();
  testThread(db);
  append(db, {
    tip: null,
    runId: 'r',
    drafts: [
      { id: 'u', body: user() },
      { id: 's', targetId: 'u', body: started({ name: 'One' }) },
      { id: 'a', body: assistant() },
      { id: 'h', body: { kind: 'handoff', from: 'One', agent: started({ name: 'Two' }).agent } },
      { id: 'b', body: assistant() },
    ],
  });
  append(db, { tip: 'b', drafts: [{ id: 'v', body: user() }] });
  const names = ['u', 'a', 'h', 'b', 'v'].map((id) => agentAt(db, 'thread', id)?.agent.name);
  expect(names).toEqual(['One', 'One', 'Two', 'Two', 'Two']);
  expect(agentAt(db, 'thread', 'nowhere')).toBeUndefined();
  expect(runAt(db, 'thread', 'v')?.id).toBe('r');
});
