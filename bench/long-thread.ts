import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { must } from '../src/shared/lib/assert.ts';
import type { Draft } from '../src/shared/thread/draft.ts';
import type { TodoItem } from '../src/shared/todos/list.ts';
import { exportHistory } from '../src/main/histories/export-history.ts';
import { importHistory } from '../src/main/histories/import-history.ts';
import { writeWhole } from '../src/main/histories/write-file.ts';
import { snapshotsOf } from '../src/main/files/thread-files.ts';
import { silentLog } from '../src/main/lib/log.ts';
import { pace } from '../src/main/lib/pace.ts';
import { appendEntries } from '../src/main/threads/append.ts';
import { wholeBranchInSlices } from '../src/main/threads/branches.ts';
import type { WriteDb } from '../src/main/threads/database.ts';
import { openThread } from '../src/main/threads/open-thread.ts';
import { openStore } from '../src/main/threads/open.ts';
import { good } from '../src/main/threads/testing/store.ts';
import { createThread } from '../src/main/threads/thread-rows.ts';
import { ms, type Figure } from './figures.ts';
import { watchLoop } from './loop-watch.ts';

const STEPS = 3333;

/** What a thread of 10,000 entries costs whoever opens, runs, exports or imports it, and what else waits for that. */
export async function longThread(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-bench-long-'));
  const store = good(openStore({ file: join(folder, 'runlight.db'), now: Date.now, log: silentLog }));
  const { read, write } = store;
  const file = join(folder, 'thread.json');
  const { signal } = new AbortController();
  const clock = (): number => performance.now();
  const parts = { pace: pace(clock), snapshots: snapshotsOf(folder) };
  try {
    const tip = fill(write);
    const started = clock();
    const opened = openThread(read, 'thread', 100);
    const openedIn = clock() - started;
    const exported = good(
      exportHistory({ read, timeZone: 'UTC', ...parts }, { threadId: 'thread', scope: 'thread', format: 'json' }),
    );
    const deps = { write, now: Date.now, clock, newId, ...parts };
    return [
      { name: '10,000 entries: opened in the engine', value: ms(openedIn), goal: '10 ms' },
      { name: '  what a window is sent', value: `${(JSON.stringify(opened).length / 1024).toFixed(0)} KiB` },
      ...(await watchLoop('  read whole, as a run starts with it', () => wholeBranchInSlices(read, 'thread', tip))),
      ...(await watchLoop('  exported as JSON', () => writeWhole(file, exported.text(), signal))),
      ...(await watchLoop('  imported', () => importHistory(deps, file, { signal, onProgress: () => undefined }))),
    ];
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that goes on with its plan step by step; its last entry. */
function fill(db: WriteDb): string {
  good(createThread(db, { id: 'thread', at: 1, title: 'Long', titleBy: 'auto' }));
  const message: Draft = { id: newId(), body: { kind: 'user_message', text: 'Go', origin: 'person' } };
  let tip = append(db, null, [message]);
  for (let step = 1; step <= STEPS; step += 1) tip = append(db, tip, stepOf(step));
  return tip;
}

function append(db: WriteDb, tip: string | null, drafts: readonly Draft[]): string {
  const appended = good(
    appendEntries(db, { threadId: 'thread', runId: 'run', at: Date.now(), tip, head: 'follow', drafts }),
  );
  return must(appended.tip, 'tip');
}

function stepOf(step: number): readonly Draft[] {
  const [messageId, callId, toolName] = [newId(), `call-${step}`, 'write_todos'];
  const todos = Array.from({ length: 10 }, (_, item): TodoItem => {
    return { id: `t${item}`, content: `Item ${item} as of step ${step}`, status: 'pending' };
  });
  const calls = [{ id: callId, name: toolName, arguments: JSON.stringify({ todos }) }];
  const answer = { text: 'Some words. '.repeat(20), reasoning: '', calls, finish: 'tool_calls' } as const;
  const result = { messageId, callId, toolName, content: 'Read this. '.repeat(100), isError: false } as const;
  return [
    { id: messageId, body: { kind: 'assistant_message', step, model: 'bench', sentAt: Date.now(), ...answer } },
    { id: newId(), targetId: messageId, body: { kind: 'tool_started', callId, toolName } },
    { id: newId(), body: { kind: 'tool_result', ...result, details: { kind: 'todos', todos } } },
  ];
}
