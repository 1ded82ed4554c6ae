import { afterEach, expect, test } from 'vitest';
import { closeDesks, createDesk, agentOf, entriesOf, message } from '../../runs/testing/desk.ts';
import { wholeBranch } from '../../threads/branches.ts';
import { good } from '../../threads/testing/store.ts';
import { headOf } from '../../threads/thread-rows.ts';
import { storePage } from './store-entries.ts';

afterEach(closeDesks);

test('the branches of a program’s thread are made here as they are there, and the same one is active', async () => {
  const there = createDesk();
  const run = (text: string, at?: { parentId: string | null; activate: boolean }) =>
    good(there.runs.start({ agent: agentOf([{ text }]), threadId: 't', input: message(text), at })).ended;
  await run('One');
  const end = headOf(there.store.read, 't') ?? null;
  await run('Two');
  await run('Beside', { parentId: end, activate: false });
  await run('Instead', { parentId: end, activate: true });
  const here = createDesk();
  const told = { id: 'p', title: 'Mine', createdAt: 1 };
  const known = new Set<string>();
  // In pages, as they come.
  const entries = entriesOf(there).map((entry) => ({ ...entry, threadId: 'p' }));
  for (let at = 0; at < entries.length; at += 3) good(storePage(here.deps, known, told, entries.slice(at, at + 3)));
  const head = headOf(there.store.read, 't') ?? '';
  expect(headOf(here.store.read, 'p')).toBe(head);
  expect(wholeBranch(here.store.read, 'p', head).map(({ id }) => id)).toEqual(
    wholeBranch(there.store.read, 't', head).map(({ id }) => id),
  );
});
