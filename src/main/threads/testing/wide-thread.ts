import type { Draft } from '../../../shared/thread/draft.ts';
import type { WriteDb } from '../database.ts';
import { append, assistant, started, testThread, todosWritten, used, user } from './store.ts';

const TRUNK = 100;
const ENTRIES_AT_ONCE = 10;

export type WideThread = {
  readonly threadId: string;
  /** The first entry of each branch, in the order in which they were written. */
  readonly branches: readonly string[];
};

/**
 * A thread of about `entries` path entries in `branches` branches of one length, each with a run, a plan and notes, that
 * hang from the entries of one trunk.
 */
export function wideThread(db: WriteDb, entries: number, branches: number): WideThread {
  const threadId = testThread(db, 'wide');
  const trunk = Array.from({ length: TRUNK }, (_, index) => `trunk-${index}`);
  append(db, { threadId, tip: null, drafts: trunk.map((id) => ({ id, body: user(id) })) });
  const length = Math.floor((entries - TRUNK) / branches);
  const firsts: string[] = [];
  for (let branch = 0; branch < branches; branch += 1) {
    const runId = `run-${branch}`;
    const drafts = branchDrafts(runId, length);
    firsts.push(`${runId}-0`);
    for (let at = 0, tip = trunk[branch % TRUNK] ?? null; at < drafts.length; at += ENTRIES_AT_ONCE) {
      tip = append(db, { threadId, runId, tip, head: 'take', drafts: drafts.slice(at, at + ENTRIES_AT_ONCE) }).tip;
    }
  }
  return { threadId, branches: firsts };
}

/** A message, and answers that write a plan, with what is noted about them. */
function branchDrafts(runId: string, length: number): readonly Draft[] {
  const id = (at: number): string => `${runId}-${at}`;
  const drafts: Draft[] = [
    { id: id(0), body: user(`Message of ${runId}`) },
    { id: `${runId}-start`, targetId: id(0), body: started() },
  ];
  for (let at = 1; at < length; at += 1) {
    if (at % 2 === 0) {
      drafts.push({ id: id(at), body: todosWritten(id(at - 1), 'completed', 'in_progress') });
      continue;
    }
    const calls = [{ id: 'call', name: 'write_todos', arguments: '{}' }];
    drafts.push(
      { id: id(at), body: assistant({ calls, text: `Answer ${at} of ${runId}` }) },
      { id: `${id(at)}-used`, targetId: id(at), body: used(10, 0.01) },
      {
        id: `${id(at)}-tool`,
        targetId: id(at),
        body: { kind: 'tool_started', callId: 'call', toolName: 'write_todos' },
      },
    );
  }
  drafts.push({ id: `${runId}-end`, targetId: id(length - 1), body: { kind: 'run_finished', status: 'finished' } });
  return drafts;
}
