import type { WriteDb } from '../database.ts';
import { createThread } from '../thread-rows.ts';
import { append, assistant, good, started, used, user } from './store.ts';

export type FamilyOptions = {
  /** Sub-agents below the first thread, each working for the one above it. */
  readonly levels: number;
  /** US dollars that each run's one model call cost. */
  readonly cost?: number;
  /** Whether the runs have ended. */
  readonly ended?: boolean;
  /** Of each thread: its root, level 0, is `<prefix>0`. */
  readonly prefix?: string;
};

/**
 * For tests: threads that work for each other in one line, each with a run of one model call that asks the next. Thread
 * `<prefix><level>` has the run `<prefix><level>-r` of the agent `agent-<level>`. The ids from the root on.
 */
export function buildFamily(
  db: WriteDb,
  { levels, cost, ended = true, prefix = 'level' }: FamilyOptions,
): readonly string[] {
  const ids = Array.from({ length: levels + 1 }, (_, level) => `${prefix}${level}`);
  for (const [level, id] of ids.entries()) {
    const above = ids[level - 1];
    const spawnedBy =
      above === undefined
        ? undefined
        : { threadId: above, runId: `${above}-r`, messageId: `${above}-a`, callId: 'call' };
    good(createThread(db, { id, at: 1, title: `Title of ${id}`, titleBy: 'auto', spawnedBy }));
    const call = { id: 'call', name: 'ask_next', arguments: '{"task":"Go on"}' };
    append(db, {
      threadId: id,
      runId: `${id}-r`,
      tip: null,
      drafts: [
        { id: `${id}-u`, body: user() },
        { id: `${id}-s`, targetId: `${id}-u`, body: started({ id: `agent-${level}`, name: `Agent ${level}` }) },
        { id: `${id}-a`, body: assistant({ calls: level === levels ? [] : [call] }) },
        { id: `${id}-c`, targetId: `${id}-a`, body: used(10, cost) },
      ],
    });
  }
  if (!ended) return ids;
  for (const id of ids.toReversed()) {
    append(db, {
      threadId: id,
      runId: `${id}-r`,
      at: 20,
      tip: `${id}-a`,
      drafts: [{ id: `${id}-f`, targetId: `${id}-a`, body: { kind: 'run_finished', status: 'finished' } }],
    });
  }
  return ids;
}
