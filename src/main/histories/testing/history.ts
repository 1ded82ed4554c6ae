import { createHash } from 'node:crypto';
import type { Entry } from '../../../shared/thread/entry.ts';
import { TODOS_METADATA_KEY } from '../../../shared/todos/list.ts';
import { putBlob } from '../../threads/blobs.ts';
import type { WriteDb } from '../../threads/database.ts';
import { entriesSince } from '../../threads/entries.ts';
import { setThreadMetadata } from '../../threads/metadata.ts';
import { append, assistant, good, started, testThread, todosWritten, used, user } from '../../threads/testing/store.ts';
import { renameThread, setPinned } from '../../threads/thread-rows.ts';
import { exportHistory, type ExportRequest } from '../export-history.ts';
import type { ImportControl, ImportDeps } from '../import-history.ts';
import { pace } from '../../lib/pace.ts';

/**
 * A thread with two runs, an approval, a retry, a failure, a file change, a plan in three versions, and a second branch
 * that the first run had begun and another one ended.
 */
export function richThread(db: WriteDb): void {
  testThread(db, 'thread', 1000);
  good(renameThread(db, 'thread', 'Fix *the* <parser>'));
  good(setPinned(db, 'thread', true));
  const calls = [
    { id: 'c1', name: 'write_todos', arguments: '{"todos":[]}' },
    { id: 'c2', name: 'run_command', arguments: '{"command":"npm test"}' },
  ];
  const note = good(putBlob(db, Buffer.from('a note'), 5000));
  const attachments = [{ id: note, name: 'note.txt', mediaType: 'text/plain', bytes: 6 }];
  append(db, {
    tip: null,
    runId: 'run-1',
    at: 1_700_000_000_000,
    drafts: [
      { id: 'u1', body: user('Please fix `it`.\n\n# A heading\n\n```js\nunclosed') },
      { id: 'n1', targetId: 'u1', body: started() },
      { id: 'a1', body: assistant({ text: 'On it. </details><b>', reasoning: 'Hm.', calls, firstTokenAt: 9 }) },
      { id: 'n2', targetId: 'a1', body: used(10, 0.25) },
      { id: 'n11', targetId: 'a1', body: { kind: 'run_paused' } },
      { id: 'n12', targetId: 'a1', body: { kind: 'run_resumed', pausedId: 'n11' } },
      {
        id: 'n3',
        targetId: 'a1',
        body: { kind: 'approval_asked', callId: 'c2', toolName: 'run_command', arguments: '{}' },
      },
      { id: 't1', body: { ...todosWritten('a1', 'in_progress', 'pending'), callId: 'c1' } },
      {
        id: 'n4',
        targetId: 'a1',
        body: { kind: 'approval_decided', callId: 'c2', decision: 'approved', by: 'person', reason: 'Go on' },
      },
      { id: 'n5', targetId: 'a1', body: { kind: 'tool_started', callId: 'c2', toolName: 'run_command' } },
      {
        id: 't2',
        body: {
          kind: 'tool_result',
          messageId: 'a1',
          callId: 'c2',
          toolName: 'run_command',
          content: 'ok\n```\n1 passed',
          isError: false,
          details: { kind: 'command', command: 'npm test', exitCode: 0, ended: 'exit', durationMs: 5 },
        },
      },
      {
        id: 'n6',
        targetId: 't2',
        body: { kind: 'retry', step: 2, attempt: 1, waitMs: 0.5, error: { code: 'model_busy', message: 'Too busy' } },
      },
      { id: 'a2', body: assistant({ step: 2, text: 'Done.' }) },
      {
        id: 'n13',
        targetId: 'a2',
        body: {
          kind: 'files_changed',
          by: 'tool',
          root: '/project',
          files: [{ path: 'new.txt', before: null, after: { hash: 'abc', bytes: 3 } }],
        },
      },
      { id: 'n7', targetId: 'a2', body: used(5) },
      { id: 'n8', targetId: 'a2', body: { kind: 'run_finished', status: 'finished' } },
    ],
  });
  append(db, {
    tip: 't2',
    runId: 'run-2',
    head: 'take',
    at: 1_700_000_060_000,
    drafts: [
      { id: 'u2', body: { ...user('Rather so'), attachments } },
      { id: 'n9', targetId: 'u2', body: { ...started({ name: 'Second', workspace: undefined }), continues: 'run-1' } },
      {
        id: 'a3',
        body: assistant({
          calls: [{ id: 'c1', name: 'edit_file', arguments: '{"path":"a.txt"}' }],
          text: '',
          finish: 'tool_calls',
        }),
      },
      {
        id: 't3',
        body: {
          kind: 'tool_result',
          messageId: 'a3',
          callId: 'c1',
          toolName: 'edit_file',
          content: 'changed',
          isError: false,
          details: {
            kind: 'file_change',
            path: 'a.txt',
            created: false,
            diff: '@@ -1 +1 @@\n-a\n+b',
            added: 1,
            removed: 1,
          },
        },
      },
      { id: 'a4', body: assistant({ step: 2, text: '', calls: [{ id: 'c9', name: 'write_todos', arguments: 'no' }] }) },
      { id: 't4', body: { ...todosWritten('a4', 'completed', 'pending'), callId: 'c9' } },
      {
        id: 'n10',
        targetId: 't4',
        body: {
          kind: 'run_finished',
          status: 'failed',
          error: { code: 'model_auth', message: 'Wrong key', hint: 'Set it' },
        },
      },
    ],
  });
  const kept = { items: [{ id: 't0', content: 'Item 0', status: 'completed' }], entryId: 't4' };
  good(setThreadMetadata(db, 'thread', TODOS_METADATA_KEY, kept));
  good(setThreadMetadata(db, 'thread', 'other', { entryId: 'a2', deep: [1, null, 'x'] }));
}

const still = () => 0;

/** What files held, in memory: as `Snapshots` keep it on the disk. */
export function memorySnapshots(kept = new Map<string, Uint8Array>()) {
  return {
    kept,
    read: (hash: string) => Promise.resolve(kept.get(hash) as Buffer | undefined),
    keepBytes(bytes: Uint8Array) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      kept.set(hash, bytes);
      return Promise.resolve({ hash, bytes: bytes.length });
    },
  };
}

export async function textOf(
  db: WriteDb,
  request: Partial<ExportRequest> = {},
  snapshots = memorySnapshots(),
): Promise<string> {
  const deps = { read: db, pace: pace(still), timeZone: 'UTC', snapshots: () => snapshots };
  const file = good(exportHistory(deps, { threadId: 'thread', scope: 'thread', format: 'json', ...request }));
  let text = '';
  for await (const piece of file.text()) text += piece;
  return text;
}

export function importDeps(db: WriteDb, prefix = 'new', snapshots = memorySnapshots()): ImportDeps {
  let count = 0;
  return {
    write: db,
    now: () => 5000,
    clock: still,
    newId: () => `${prefix}-${++count}`,
    pace: pace(still),
    snapshots: () => snapshots,
  };
}

export function control(): ImportControl {
  return { signal: new AbortController().signal, onProgress: () => undefined };
}

export function allEntries(db: WriteDb, threadId: string): readonly Entry[] {
  return entriesSince(db, threadId, 0, 1_000_000);
}
