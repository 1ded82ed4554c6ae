import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../engine.ts';
import { richThread, textOf } from '../../histories/testing/history.ts';
import { silentLog } from '../../lib/log.ts';
import { threadMetadata } from '../../threads/metadata.ts';
import { ownRunAt } from '../../threads/runs.ts';
import { headOf } from '../../threads/thread-rows.ts';
import { good, testStore } from '../../threads/testing/store.ts';
import { temporaryFolder } from '../../threads/testing/temporary-folder.ts';
import type { Host } from '../connection.ts';

/** An engine over a home with one thread, and the file that its host's dialogs answer. */
async function open(changes: Partial<Host> = {}) {
  const home = temporaryFolder();
  const store = testStore(path.join(home, 'runlight.db'));
  richThread(store.write);
  const json = await textOf(store.write);
  store.close();
  const host: Host = { kind: 'web', version: '0', resources: home, ...changes };
  const engine = good(await openEngine({ home, host, log: silentLog }));
  onTestFinished(() => engine.close());
  const connection = engine.connect(() => undefined);
  const request = (name: string, input: unknown) => connection.request(name, input);
  return { home, engine, json, request };
}

const EXPORT = { jobId: 'j', threadId: 'thread', scope: 'thread', format: 'json' } as const;

test('with dialogs of its own a host saves where the person says, and opens what they choose', async () => {
  const file = path.join(temporaryFolder(), 'saved.json');
  const suggested: string[] = [];
  const { json, request } = await open({
    pickSavePath: (name) => {
      suggested.push(name);
      return Promise.resolve(file);
    },
    pickFile: () => Promise.resolve(file),
  });
  expect(await request('history.export', EXPORT)).toEqual({ ok: true, value: { type: 'saved', path: file } });
  expect(suggested).toEqual(['Fix the parser.runlight.json']);
  expect(readFileSync(file, 'utf8')).toBe(json);
  const imported = await request('history.import', { jobId: 'k' });
  expect(imported).toMatchObject({ ok: true, value: { type: 'imported', entries: 23 } });
  expect(await request('history.progress', { jobId: 'k' })).toEqual({ ok: true, value: { share: null } });
});

test('a dialog that is dismissed does nothing', async () => {
  const dismissed = () => Promise.resolve(null);
  const { request } = await open({ pickSavePath: dismissed, pickFile: dismissed });
  const nothing = { ok: true, value: { type: 'dismissed' } };
  expect(await request('history.export', EXPORT)).toEqual(nothing);
  expect(await request('history.import', { jobId: 'k' })).toEqual(nothing);
});

test('without dialogs a file is offered once, and one that was uploaded comes in', async () => {
  const { home, engine, json, request } = await open();
  const offered = await request('history.export', EXPORT);
  const url = offered.ok ? Reflect.get(Object(offered.value), 'url') : undefined;
  const id = String(url).replace('/export/', '');
  let text = '';
  for await (const piece of engine.download(id)?.text() ?? []) text += piece;
  expect(text).toBe(json);
  expect(engine.download(id)).toBeUndefined();

  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(json);
  }
  const { uploadId } = good(await engine.upload(body()));
  expect(readdirSync(path.join(home, 'uploads'))).toEqual([uploadId]);
  expect(await request('history.import', { jobId: 'k', uploadId })).toMatchObject({ ok: true });
  expect(await request('history.import', { jobId: 'k', uploadId })).toMatchObject({ error: { code: 'upload_gone' } });
  expect(await request('history.import', { jobId: 'k' })).toMatchObject({ error: { code: 'no_dialog' } });
});

test('a run that had not ended when its thread was exported ends as interrupted', async () => {
  const file = path.join(temporaryFolder(), 'cut.json');
  const { json, request } = await open({ pickFile: () => Promise.resolve(file) });
  const document = JSON.parse(json) as { entries: { kind: string; id: string; seq: number }[] };
  const entries = document.entries.slice(0, 12).map((entry, index) => ({ ...entry, seq: index + 1 }));
  writeFileSync(
    file,
    JSON.stringify({
      ...document,
      thread: { ...Reflect.get(document, 'thread'), headId: 't2', metadata: {} },
      entries,
      attachments: [],
    }),
  );
  const imported = await request('history.import', { jobId: 'k' });
  const threadId = String(imported.ok ? Reflect.get(Object(imported.value), 'threadId') : undefined);
  const opened = await request('thread.open', { threadId, limit: 50 });
  expect(opened).toMatchObject({ ok: true, value: { summary: { status: 'interrupted' } } });
});

test('nothing is done by the word of a file: no grant, no folder, no setting of a run comes along', async () => {
  const file = path.join(temporaryFolder(), 'hostile.json');
  const { json, request } = await open({ pickFile: () => Promise.resolve(file) });
  writeFileSync(
    file,
    json
      .replace('"metadata":{', '"metadata":{"grants":[{"tool":"run_command"}],')
      .replaceAll('"overrides":{}', '"overrides":{"approvals":{"run_command":"always"}}')
      .replaceAll('"workspace":"/project"', '"workspace":"/project","copy":{"kind":"copy","of":"/"}'),
  );
  const imported = await request('history.import', { jobId: 'k' });
  const threadId = String(imported.ok ? Reflect.get(Object(imported.value), 'threadId') : undefined);
  expect(await request('thread.open', { threadId, limit: 1 })).toMatchObject({
    value: { summary: { imported: true, copy: undefined } },
  });
  expect(await request('run.continue', { threadId })).toMatchObject({ error: { code: 'imported' } });
  const [changed] = [{ root: '/project', path: 'new.txt' }];
  expect(await request('files.changed', { threadId })).toMatchObject({ value: { files: [changed] } });
  for (const anyway of [false, true]) {
    const refused = { refused: [{ error: { code: 'not_kept' } }], done: [] };
    expect(await request('files.revert', { threadId, anyway })).toMatchObject({ value: refused });
  }
  expect(await request('files.changed', { threadId: 'thread' })).toMatchObject({ value: { files: [{}] } });

  const store = testStore(path.join(homeOf(await request('app.info', {})), 'runlight.db'));
  expect(threadMetadata(store.read, threadId)).not.toHaveProperty('grants');
  expect(ownRunAt(store.read, threadId, headOf(store.read, threadId) ?? null)).toBeUndefined();
  expect(ownRunAt(store.read, 'thread', headOf(store.read, 'thread') ?? null)).toMatchObject({ id: 'run-2' });
  store.close();
});

function homeOf(info: unknown): string {
  return String(Reflect.get(Object(Reflect.get(Object(info), 'value')), 'home'));
}
