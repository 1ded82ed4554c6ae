import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { call, hold, say } from '../../../../e2e/support/model-server.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import { testEngine, type TestEngine } from '../../files/testing/engine.ts';
import { good, testStore } from '../../threads/testing/store.ts';
import { derivedRows } from '../../threads/testing/rows.ts';
import { rebuildDerived } from '../../threads/derived/rebuild.ts';
import { transact } from '../../threads/database.ts';

const WORD = 'kumquat-4711';
const attached = {
  name: 'list.txt',
  mediaType: 'text/plain',
  data: Buffer.from(`${WORD} attached`).toString('base64'),
};
const unsaved = { saveHistory: false } as const;

/** Files of a home that hold the word. */
function traces(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).includes(WORD);
  });
}

async function listed({ ask }: TestEngine) {
  return good(await ask('threads.list', { limit: 50 })).threads.map(({ id, unsaved: mark }) => [id, mark]);
}

async function windowOf({ ask }: TestEngine, threadId: string): Promise<ThreadWindow> {
  return good(await ask('thread.open', { threadId, limit: 100 })).window;
}

test('nothing of a thread that is not saved comes to the disk, whatever is done with it', async () => {
  const write = call('write_file', { path: 'notes.txt', content: `${WORD} written` });
  const engine = await testEngine([
    { parts: [write, call('write_todos', { todos: [{ id: 'a', content: WORD, status: 'in_progress' }] })] },
    say(`${WORD} said`),
    say('Again'),
  ]);
  const { ask, folder, home } = engine;
  good(await ask('settings.set', { keepRequests: true }));
  const before = good(await ask('attachment.add', attached));
  good(await ask('unsent.set', { key: 'new-run', text: `${WORD} typed` }));
  expect(traces(home)).not.toEqual([]);

  good(await ask('unsent.set', { key: 'new-run', text: `${WORD} typed on`, ...unsaved }));
  expect(good(await ask('unsent.get', { key: 'new-run' })).text).toBe(`${WORD} typed on`);
  const after = good(await ask('attachment.add', { ...attached, name: 'more.txt', ...unsaved }));
  const attachments = [before, after];
  const { threadId, runId } = good(await engine.start({ text: WORD, workspace: folder, attachments, ...unsaved }));
  good(await ask('unsent.set', { key: 'new-run', text: '', ...unsaved }));
  expect(await engine.ended(runId)).toBe('finished');
  good(await ask('unsent.set', { key: `thread:${threadId}`, text: `${WORD} to come` }));
  good(await ask('unsent.set', { key: `edit:${threadId}:some-entry`, text: `${WORD} in other words` }));
  good(await ask('thread.rename', { threadId, title: WORD }));
  const next = good(await engine.start({ threadId, text: `${WORD} again` }));
  expect(await engine.ended(next.runId)).toBe('finished');

  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toContain(WORD);
  expect(good(await ask('attachment.get', { id: before.id })).data).toBe(attached.data);
  expect(traces(home)).toEqual([]);
  expect(await listed(engine)).toEqual([[threadId, true]]);
  const figures = good(await ask('overview.figures', { range: 'today', timeZone: 'UTC' }));
  expect(figures.total.runs).toBe(0);
  await engine.restart();
  expect(traces(home)).toEqual([]);
  expect(await listed(engine)).toEqual([]);
  expect(await ask('thread.open', { threadId, limit: 1 })).toMatchObject({ error: { code: 'thread_not_found' } });
});

test('a thread that is saved goes on under the same id, with all that it was', async () => {
  const engine = await testEngine([
    { parts: [call('write_todos', { todos: [{ id: 'a', content: 'One', status: 'in_progress' }] })] },
    say('Done'),
    say('Later'),
  ]);
  const { ask, home } = engine;
  const file = good(await ask('attachment.add', { ...attached, ...unsaved }));
  const { threadId, runId } = good(await engine.start({ attachments: [file], ...unsaved }));
  expect(await engine.ended(runId)).toBe('finished');
  good(await ask('thread.pin', { threadId, pinned: true }));
  good(await ask('unsent.set', { key: `thread:${threadId}`, text: 'To come' }));
  good(await ask('unsent.set', { key: `edit:${threadId}:e`, text: 'In other words' }));
  const opened = good(await ask('thread.open', { threadId, limit: 100 }));
  expect(opened.summary.unsaved).toBe(true);

  good(await ask('thread.save', { threadId }));
  expect(await ask('thread.save', { threadId })).toMatchObject({ error: { code: 'already_saved' } });
  const { unsaved: mark, ...rest } = opened.summary;
  expect(mark).toBe(true);
  expect(good(await ask('thread.open', { threadId, limit: 100 }))).toEqual({ ...opened, summary: rest });
  expect(good(await ask('unsent.get', { key: `thread:${threadId}` })).text).toBe('To come');
  expect(good(await ask('unsent.get', { key: `edit:${threadId}:e` })).text).toBe('In other words');
  expect(await listed(engine)).toEqual([[threadId, undefined]]);
  expect(good(await ask('overview.figures', { range: 'today', timeZone: 'UTC' })).total.runs).toBe(1);

  await engine.restart();
  expect(await windowOf(engine, threadId)).toEqual(opened.window);
  expect(good(await ask('attachment.get', { id: file.id })).data).toBe(attached.data);
  const next = good(await engine.start({ threadId }));
  expect(await engine.ended(next.runId)).toBe('finished');
  await engine.restart();
  const store = testStore(join(home, 'runlight.db'));
  const kept = derivedRows(store.read);
  transact(store.write, 'rebuild', () => rebuildDerived(store.write));
  expect(derivedRows(store.read)).toEqual(kept);
  store.close();
});

test('a thread is not saved while a run works on it, and then is', async () => {
  const [held, again] = [hold(), hold()];
  const engine = await testEngine([
    { parts: [{ text: 'Wait' }, { hold: held }, { text: ' for it' }] },
    { parts: [{ text: 'Wait' }, { hold: again }, { text: ' too' }] },
  ]);
  const { ask } = engine;
  const { threadId, runId } = good(await engine.start({ ...unsaved }));
  const [running] = good(await ask('overview.now', {}));
  expect(running?.summary).toMatchObject({ id: threadId, unsaved: true });
  expect(await ask('thread.save', { threadId })).toMatchObject({
    error: { code: 'thread_busy', message: 'A run is already working on this thread' },
  });
  held.release();
  expect(await engine.ended(runId)).toBe('finished');
  const side = good(await engine.start({ threadId, branch: { fromEntryId: null, activate: false } }));
  expect(await ask('thread.save', { threadId })).toMatchObject({ error: { code: 'thread_busy' } });
  again.release();
  expect(await engine.ended(side.runId)).toBe('finished');
  await vi.waitFor(async () => good(await ask('thread.save', { threadId })));
  expect(await listed(engine)).toEqual([[threadId, undefined]]);
});

test('a thread that is not saved can be deleted, and brought back', async () => {
  const engine = await testEngine([say('Done')]);
  const { ask } = engine;
  const { threadId, runId } = good(await engine.start({ ...unsaved }));
  await engine.ended(runId);
  good(await ask('thread.delete', { threadId }));
  expect(await listed(engine)).toEqual([]);
  expect(await ask('thread.save', { threadId })).toMatchObject({ error: { code: 'thread_not_found' } });
  good(await ask('thread.restore', { threadId }));
  expect(await listed(engine)).toEqual([[threadId, true]]);
});

test('lists hold saved threads and others in one order, page by page', async () => {
  const engine = await testEngine(() => say('Done'));
  const { ask } = engine;
  const ids: string[] = [];
  for (const saveHistory of [true, false, true, false, false]) {
    const { threadId, runId } = good(await engine.start({ saveHistory }));
    await engine.ended(runId);
    ids.unshift(threadId);
  }
  const pages: string[][] = [];
  for (let after: string | undefined; ; ) {
    const page = good(await ask('threads.list', { limit: 2, after }));
    pages.push(page.threads.map(({ id }) => id));
    after = page.next;
    if (after === undefined) break;
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});

test('what is not saved works in the folder itself, and what was attached for it goes along with a run that is', async () => {
  const engine = await testEngine([say('Done')]);
  const { ask, folder } = engine;
  expect(await engine.start({ workspace: folder, workspaceMode: 'copy', ...unsaved })).toMatchObject({
    error: { code: 'copy_not_saved' },
  });
  writeFileSync(join(folder, 'list.txt'), WORD);
  const file = good(await ask('attachment.fromFolder', { folder, path: 'list.txt', ...unsaved }));
  const { threadId, runId } = good(await engine.start({ attachments: [file] }));
  expect(await engine.ended(runId)).toBe('finished');
  await engine.restart();
  expect(await listed(engine)).toEqual([[threadId, undefined]]);
  expect(good(await ask('attachment.get', { id: file.id })).data).toBe(Buffer.from(WORD).toString('base64'));
});

test('a run on a saved thread that is not to be saved goes on in a copy of the branch, and leaves the thread as it is', async () => {
  const engine = await testEngine((_, number) => say(`Answer ${number}`));
  const { ask, home } = engine;
  const file = good(await ask('attachment.add', attached));
  const first = good(await engine.start({ text: 'First', attachments: [file] }));
  await engine.ended(first.runId);
  const second = good(await engine.start({ text: 'Second', threadId: first.threadId }));
  await engine.ended(second.runId);
  const { threadId } = first;
  const before = await windowOf(engine, threadId);
  const words = async (id: string) =>
    (await windowOf(engine, id)).entries.map((entry) => ('text' in entry ? entry.text : entry.kind));

  const onHead = good(await engine.start({ text: 'Try', threadId, ...unsaved }));
  await engine.ended(onHead.runId);
  const [answer] = before.entries.filter((entry) => entry.kind === 'assistant_message');
  const branch = { fromEntryId: answer?.id ?? '' };
  const earlier = good(await engine.start({ text: 'Try', threadId, branch, ...unsaved }));
  await engine.ended(earlier.runId);
  const anew = good(await engine.start({ text: 'Try', threadId, branch: { fromEntryId: null }, ...unsaved }));
  await engine.ended(anew.runId);

  expect(await words(onHead.threadId)).toEqual(['First', 'Answer 0', 'Second', 'Answer 1', 'Try', 'Answer 2']);
  expect(await words(earlier.threadId)).toEqual(['First', 'Answer 0', 'Try', 'Answer 3']);
  expect(await words(anew.threadId)).toEqual(['Try', 'Answer 4']);
  expect(await windowOf(engine, threadId)).toEqual(before);
  const { summary } = good(await ask('thread.open', { threadId: onHead.threadId, limit: 1 }));
  expect(summary).toMatchObject({ title: 'Side run of First', unsaved: true });
  const then = { fromEntryId: answer?.id ?? '', files: 'then' } as const;
  expect(await engine.start({ threadId, branch: then, ...unsaved })).toMatchObject({
    error: { code: 'copy_not_saved' },
  });
  expect(await engine.start({ threadId: 'nowhere', ...unsaved })).toMatchObject({
    error: { code: 'thread_not_found' },
  });

  good(await ask('thread.save', { threadId: onHead.threadId }));
  const figures = good(await ask('overview.figures', { range: 'today', timeZone: 'UTC' }));
  expect(figures.total.runs).toBe(3);
  await engine.restart();
  expect(await listed(engine)).toEqual([
    [onHead.threadId, undefined],
    [threadId, undefined],
  ]);
  expect(await words(onHead.threadId)).toEqual(['First', 'Answer 0', 'Second', 'Answer 1', 'Try', 'Answer 2']);
  expect(traces(home)).not.toEqual([]);
});

test('what is done to a thread in memory by its branches, its labels and its runs stays there', async () => {
  const engine = await testEngine((_, number) => say(`Answer ${number}`));
  const { ask } = engine;
  const { threadId, runId } = good(await engine.start({ ...unsaved }));
  await engine.ended(runId);
  const [message, answer] = (await windowOf(engine, threadId)).entries;
  const again = good(await ask('run.regenerate', { threadId, entryId: answer?.id ?? '' }));
  await engine.ended(again.runId);
  good(await ask('branch.label', { threadId, entryId: answer?.id ?? '', label: 'First' }));
  good(await ask('branch.activate', { threadId, entryId: answer?.id ?? '' }));
  const { leaves } = good(await ask('branch.leaves', { threadId, limit: 10 }));
  expect(leaves.map(({ label }) => label)).toEqual([undefined, 'First']);
  const fork = good(await ask('branch.fork', { threadId, entryId: message?.id ?? '' }));
  expect(await listed(engine)).toEqual([
    [fork.threadId, true],
    [threadId, true],
  ]);
  good(await ask('thread.save', { threadId }));
  await engine.restart();
  expect(good(await ask('branch.leaves', { threadId, limit: 10 })).leaves).toEqual(leaves);
  expect(await listed(engine)).toEqual([[threadId, undefined]]);
});

test('an answer is made again and gone back from in memory: the model reads what it would of a saved thread', async () => {
  const seen: string[][] = [];
  const todos = [{ id: 'a', content: WORD, status: 'in_progress' }];
  const engine = await testEngine(({ messages }, number) => {
    seen.push(
      messages.flatMap(({ role, content }) => (role !== 'system' && typeof content === 'string' ? [content] : [])),
    );
    return number === 0 ? { parts: [call('write_todos', { todos })] } : say(`Answer ${number}`);
  });
  const { ask, home } = engine;
  const { threadId, runId } = good(await engine.start({ text: 'Go', ...unsaved }));
  await engine.ended(runId);
  const { entries } = await windowOf(engine, threadId);
  const [step, answer] = entries.filter(({ kind }) => kind === 'assistant_message').map(({ id }) => id);
  const beside = { threadId, entryId: answer ?? '', activate: false };
  const again = good(await ask('run.regenerate', beside));
  await engine.ended(again.runId);
  const changes = { result: { callId: 'call_write_todos', content: 'Noted' }, context: 'Be quick.' };
  const travel = { threadId, leafId: answer ?? '', messageId: step ?? '', changes };
  const travelled = good(await ask('run.travel', travel));
  await engine.ended(travelled.runId);
  const readBack = `Todo list (0 of 1 completed):\n[>] a: ${WORD}`;
  const reminder = '<system-reminder>\nBe quick.\n</system-reminder>';
  expect(seen).toEqual([['Go'], ['Go', readBack], ['Go', readBack], ['Go', 'Noted', reminder]]);
  const { window } = good(await ask('thread.open', { threadId, limit: 100 }));
  expect(window.entries.map((entry) => ('text' in entry ? entry.text : entry.kind))).toEqual([
    'Go',
    '',
    'tool_result',
    'intervention',
    'Answer 3',
  ]);
  expect(window.planHistory.at(-1)?.plan.phases[0]?.items).toMatchObject([{ content: WORD }]);
  expect(traces(home)).toEqual([]);
  good(await ask('thread.save', { threadId }));
  await engine.restart();
  expect(await windowOf(engine, threadId)).toEqual(window);
  expect(good(await ask('branch.leaves', { threadId, limit: 10 })).leaves).toHaveLength(3);
});
