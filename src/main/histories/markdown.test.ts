import { expect, test } from 'vitest';
import { append, assistant, testStore, testThread, user } from '../threads/testing/store.ts';
import { richThread, textOf } from './testing/history.ts';

test('a thread reads well: who and when, calls that fold, changes of the plan, its branches, and the plan at their end', async () => {
  const { write: db } = testStore();
  richThread(db);
  await expect(await textOf(db, { format: 'markdown' })).toMatchFileSnapshot('./testing/rich-thread.md.txt');
});

test('a branch is its own part of that', async () => {
  const { write: db } = testStore();
  richThread(db);
  const whole = await textOf(db, { format: 'markdown' });
  const branch = await textOf(db, { format: 'markdown', scope: 'branch' });
  expect(branch).not.toBe('');
  expect(whole.startsWith(`${branch}---\n\n## Another branch`)).toBe(true);
});

test('each entry stands in one branch, however the branches fork', async () => {
  const { write: db } = testStore();
  testThread(db);
  const grow = (tip: string | null, ...ids: readonly string[]) =>
    append(db, { tip, head: 'take', drafts: ids.map((id) => ({ id, body: user(`Says ${id}.`) })) });
  grow(null, 'a', 'b', 'c');
  grow('b', 'd', 'e');
  grow('d', 'f');
  grow('a', 'g');
  grow(null, 'h');
  const text = await textOf(db, { format: 'markdown' });
  const said = [...text.matchAll(/Says (\w)\.|Another branch/g)].map(([all, id]) => id ?? all);
  expect(said.join(' ')).toBe('h Another branch a b c Another branch d e Another branch f Another branch g');
});

test('a call without a result says so, wherever the next answer begins', async () => {
  const { write: db } = testStore();
  testThread(db);
  const calls = [{ id: 'c', name: 'read_file', arguments: '{"path":"a"}' }];
  append(db, {
    tip: null,
    drafts: [
      { id: 'a1', body: assistant({ calls, text: 'One' }) },
      { id: 'a2', body: assistant() },
    ],
  });
  const text = await textOf(db, { format: 'markdown' });
  expect(text.match(/One|<code>.*|Done\./g)).toEqual([
    'One',
    '<code>read_file</code> a — no result</summary>',
    'Done.',
  ]);
});
