import { expect, test } from 'vitest';
import { createBranchReader } from './branch-reader.ts';
import { wholeBranch } from './branches.ts';
import { append, assistant, longPath, testStore, testThread, user } from './testing/store.ts';

test('a branch is read as it is, however it has grown or parted since', async () => {
  const { read, write } = testStore();
  testThread(write);
  longPath(write, 300);
  const branch = createBranchReader(read);
  const first = await branch('thread', 'm300');
  expect(first).toEqual(wholeBranch(read, 'thread', 'm300'));
  expect(await branch('thread', 'm300')).toBe(first);

  // Grown by little and by much, cut back, parted near its end, at its middle and at its root.
  append(write, { tip: 'm300', drafts: [{ id: 'one', body: user('One') }] });
  append(write, { tip: 'm298', drafts: [{ id: 'late', body: assistant() }] });
  append(write, { tip: 'm150', drafts: [{ id: 'middle', body: user('Else') }] });
  append(write, { tip: null, drafts: [{ id: 'root', body: user('Anew') }] });
  let tip = 'one';
  for (let n = 0; n < 60; n += 1) {
    append(write, { tip, drafts: [{ id: `g${n}`, body: assistant() }] });
    tip = `g${n}`;
  }
  for (const leaf of ['one', 'g59', 'm20', 'late', 'middle', 'root', 'm300', 'g10']) {
    expect(await branch('thread', leaf)).toEqual(wholeBranch(read, 'thread', leaf));
  }
  const [known, grown] = [await branch('thread', 'm300'), await branch('thread', 'one')];
  // What both hold is the same object: what was found out about it stays known.
  expect(grown.slice(0, 300).every((entry, index) => entry === known[index])).toBe(true);
});

test('who asks at the same time for a long branch gets one reading, and of what is not there nothing', async () => {
  const { read, write } = testStore();
  testThread(write);
  longPath(write, 500);
  const branch = createBranchReader(read);
  const [one, other] = await Promise.all([branch('thread', 'm500'), branch('thread', 'm500')]);
  expect(one).toBe(other);
  expect(one).toHaveLength(500);
  expect(await branch('thread', 'nowhere')).toEqual([]);
  expect(await branch('other', 'm500')).toEqual([]);
});
