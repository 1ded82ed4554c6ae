import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { childrenOf, familyOf, spawnedByOf } from '../threads/children.ts';
import type { WriteDb } from '../threads/database.ts';
import { listThreads } from '../threads/list-threads.ts';
import { runFigures } from '../threads/overview.ts';
import { threadSummary } from '../threads/summaries.ts';
import { buildFamily } from '../threads/testing/family.ts';
import { append, good, testStore, user } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { importHistory } from './import-history.ts';
import { allEntries, control, importDeps, memorySnapshots, textOf } from './testing/history.ts';

async function bringIn(db: WriteDb, text: string, prefix?: string) {
  const file = path.join(temporaryFolder(), 'thread.runlight.json');
  writeFileSync(file, text);
  return importHistory(importDeps(db, prefix), file, control());
}

const root = { threadId: 'level0' };

test('the threads of sub-agents go along with what they work for, and come back as they were', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  const ids = buildFamily(here, { levels: 3, cost: 0.25 });
  const text = await textOf(here, root);
  expect(good(await bringIn(there, text))).toEqual({ threadId: 'level0', entries: 20 });
  expect(familyOf(there, 'level0')).toEqual(ids);
  for (const id of ids) {
    expect(allEntries(there, id)).toEqual(allEntries(here, id));
    expect(spawnedByOf(there, id)).toEqual(spawnedByOf(here, id));
  }
  expect(good(listThreads(there, { limit: 10 })).threads.map(({ id }) => id)).toEqual(['level0']);
  expect(threadSummary(there, 'level0')?.usage.cost).toBe(1);
  // They were no work of this home.
  expect(runFigures(there, 0, 100)).toMatchObject({ runs: 0, cost: 0 });
  expect(await textOf(there, root)).toBe(text);
});

test('ids that the home has already are new ones everywhere', async () => {
  const { write: db } = testStore();
  buildFamily(db, { levels: 2 });
  const { threadId } = good(await bringIn(db, await textOf(db, root), 'new'));
  expect(threadId).not.toBe('level0');
  const [child = ''] = childrenOf(db, threadId);
  const [grandchild = ''] = childrenOf(db, child);
  const [, , message, , end] = allEntries(db, child);
  expect([message?.kind, end?.kind]).toEqual(['assistant_message', 'run_finished']);
  expect(spawnedByOf(db, grandchild)).toEqual({
    threadId: child,
    runId: message?.runId,
    messageId: message?.id,
    callId: 'call',
  });
  expect(familyOf(db, 'level0')).toEqual(['level0', 'level1', 'level2']);
});

test('a branch takes along those alone that its calls have asked', async () => {
  const { write: db } = testStore();
  const { write: there } = testStore();
  buildFamily(db, { levels: 2 });
  append(db, { threadId: 'level0', tip: null, head: 'take', drafts: [{ id: 'other', body: user('Otherwise') }] });
  const text = await textOf(db, { ...root, scope: 'branch' });
  expect(JSON.parse(text)).toMatchObject({ children: [] });
  const whole = await textOf(db, root);
  good(await bringIn(there, whole));
  expect(familyOf(there, 'level0')).toHaveLength(3);
});

test('a sub-agent’s thread that is exported alone comes in as a thread of its own', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  buildFamily(here, { levels: 2 });
  good(await bringIn(there, await textOf(here, { threadId: 'level1' })));
  expect(spawnedByOf(there, 'level1')).toBeUndefined();
  expect(familyOf(there, 'level1')).toEqual(['level1', 'level2']);
});

test('as Markdown they follow, each with what it works for', async () => {
  const { write: db } = testStore();
  buildFamily(db, { levels: 2 });
  const text = await textOf(db, { ...root, format: 'markdown' });
  expect(text.match(/^(# .*|It works for .*|_Agent \S+ \d)/gm)).toEqual([
    '# Title of level0',
    '_Agent Agent 0',
    '# Sub-agent: Title of level1',
    'It works for “Title of level0”.',
    '_Agent Agent 1',
    '# Sub-agent: Title of level2',
    'It works for “Title of level1”.',
    '_Agent Agent 2',
  ]);
});

test('what their runs changed is kept with each', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  buildFamily(here, { levels: 1 });
  const snapshots = memorySnapshots();
  const { hash, bytes } = await snapshots.keepBytes(Buffer.from('after'));
  const files = [{ path: 'a', before: null, after: { hash, bytes } }];
  append(here, {
    threadId: 'level1',
    tip: 'level1-a',
    drafts: [
      { id: 'n', targetId: 'level1-a', body: { kind: 'files_changed', by: 'command', root: '/project', files } },
    ],
  });
  const text = await textOf(here, root, snapshots);
  const file = path.join(temporaryFolder(), 'thread.runlight.json');
  writeFileSync(file, text);
  const kept: string[] = [];
  const deps = {
    ...importDeps(there),
    snapshots: (threadId: string) => ({
      keepBytes(content: Buffer) {
        kept.push(`${threadId} ${String(content)}`);
        return memorySnapshots().keepBytes(content);
      },
    }),
  };
  good(await importHistory(deps, file, control()));
  expect(kept).toEqual(['level1 after']);
});

type Line = {
  thread?: { id?: string; headId?: string; spawnedBy?: { threadId?: string; messageId?: string } };
  seq?: number;
};

test.each<[string, (children: Line[]) => unknown, string]>([
  ['one that works for nothing', ([child]) => delete child?.thread?.spawnedBy, 'does not say which call it works for'],
  ['an entry of none', (children) => children.shift(), 'an entry stands before the thread that it belongs to'],
  ['an entry out of order', (children) => Object.assign(children[1] ?? {}, { seq: 7 }), 'its seq must be 1, and is 7'],
  [
    'a call that is not there',
    ([child]) => Object.assign(child?.thread?.spawnedBy ?? {}, { messageId: 'nowhere' }),
    'What the thread level1 works for does not come before it',
  ],
  [
    'one that works for itself',
    ([child]) => Object.assign(child?.thread?.spawnedBy ?? {}, { threadId: 'level1', messageId: 'level1-a' }),
    'What the thread level1 works for does not come before it',
  ],
  ['one that is there twice', ([child]) => Object.assign(child?.thread ?? {}, { id: 'level0' }), 'is there twice'],
  ['a head that is not there', ([child]) => Object.assign(child?.thread ?? {}, { headId: 'x' }), 'headId "x" is none'],
])('%s is refused, and nothing comes in', async (_, change, problem) => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  buildFamily(here, { levels: 1 });
  const document = JSON.parse(await textOf(here, root)) as { children: Line[] };
  change(document.children);
  const refused = await bringIn(there, JSON.stringify(document));
  expect(refused).toMatchObject({ ok: false, error: { code: 'file_invalid' } });
  expect(refused.ok ? '' : refused.error.message).toContain(problem);
  expect(good(listThreads(there, { limit: 5 })).threads).toEqual([]);
});

test('80 levels go out and come in', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  const ids = buildFamily(here, { levels: 80 });
  good(await bringIn(there, await textOf(here, root)));
  expect(familyOf(there, 'level0')).toEqual(ids);
});
