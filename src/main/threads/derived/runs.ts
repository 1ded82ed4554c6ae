import { stepRun, type RunRecord } from '../../../shared/run/run-record.ts';
import { isPathEntry, type Entry } from '../../../shared/thread/entry.ts';
import { reading, writing, type WriteDb } from '../database.ts';
import { SELECT_RUN, toRun, type RunRow } from '../run-row.ts';

const KNOWN = reading<{ id: string; threadId: string }, RunRow>(
  'runOfThread',
  `${SELECT_RUN} WHERE r.id = :id AND r.thread_id = :threadId`,
);

const STORE = writing<{
  id: string;
  threadId: string;
  seq: number;
  agentEntryId: string;
  tipId: string;
  side: number;
  status: string;
  agentId: string | null;
  agentName: string;
  model: string;
  workspace: string | null;
  copy: string | null;
  folder: string | null;
  startedAt: number;
  finishedAt: number | null;
  error: string | null;
  reached: string | null;
  steps: number;
  usage: string;
  asking: string;
  firstTokenMs: number | null;
  calls: number;
  unpriced: number;
  cost: number;
}>(
  'storeRun',
  // An id that another thread's run has already keeps its thread, and so fails: ids are unique among all.
  `INSERT INTO runs
     (id, thread_id, seq, agent_entry_id, tip_id, side, status, agent_id, agent_name, model, workspace, copy, folder,
      started_at, finished_at, error, reached, steps, usage, asking, first_token_ms, calls, unpriced, cost, own, child)
   VALUES
     (:id, :threadId, :seq, :agentEntryId, :tipId, :side, :status, :agentId, :agentName, :model, :workspace, :copy, :folder,
      :startedAt, :finishedAt, :error, :reached, :steps, :usage, :asking, :firstTokenMs, :calls, :unpriced, :cost,
      (SELECT :seq > max(imported_seq, copied_seq) FROM threads WHERE id = :threadId),
      (SELECT parent_thread_id IS NOT NULL FROM threads WHERE id = :threadId))
   ON CONFLICT (id) DO UPDATE SET
     thread_id = CASE WHEN thread_id = excluded.thread_id THEN thread_id END,
     seq = excluded.seq, agent_entry_id = excluded.agent_entry_id, tip_id = excluded.tip_id, side = excluded.side, status = excluded.status,
     agent_id = excluded.agent_id, agent_name = excluded.agent_name, model = excluded.model,
     workspace = excluded.workspace, copy = excluded.copy, folder = excluded.folder,
     started_at = excluded.started_at, finished_at = excluded.finished_at, error = excluded.error,
     reached = excluded.reached, steps = excluded.steps, usage = excluded.usage, asking = excluded.asking,
     first_token_ms = excluded.first_token_ms, calls = excluded.calls, unpriced = excluded.unpriced,
     cost = excluded.cost`,
);

/** A run beside what only the store keeps of it. */
export type KnownRun = {
  readonly record: RunRecord;
  readonly seq: number;
  readonly agentEntryId: string;
  readonly tipId: string;
  /** From its first request to the first token of the answer, in ms; `null` before that has come. */
  readonly firstTokenMs: number | null;
};

/** The run that `entry` belongs to, as it was before; `undefined` where no run of the thread has started. */
export function knownRun(db: WriteDb, entry: Entry): KnownRun | undefined {
  const row = KNOWN.get(db, { id: entry.runId ?? entry.id, threadId: entry.threadId });
  if (row === undefined) return undefined;
  const { seq, agent_entry_id: agentEntryId, tip_id: tipId, first_token_ms: firstTokenMs } = row;
  return { record: toRun(row), seq, agentEntryId, tipId, firstTokenMs };
}

export function stepKnownRun(known: KnownRun | undefined, entry: Entry): KnownRun | undefined {
  const record = stepRun(known?.record, entry);
  if (record === undefined) return undefined;
  if (entry.kind === 'run_started') {
    return { record, seq: entry.seq, agentEntryId: entry.id, tipId: entry.targetId, firstTokenMs: null };
  }
  if (known === undefined) return undefined;
  return {
    ...known,
    record,
    agentEntryId: entry.kind === 'handoff' ? entry.id : known.agentEntryId,
    tipId: isPathEntry(entry) ? entry.id : known.tipId,
    firstTokenMs: known.firstTokenMs ?? firstTokenMs(entry),
  };
}

function firstTokenMs(entry: Entry): number | null {
  if (entry.kind !== 'assistant_message' || entry.firstTokenAt === undefined) return null;
  return entry.firstTokenAt - entry.sentAt;
}

export function storeRun(db: WriteDb, { record, seq, agentEntryId, tipId, firstTokenMs }: KnownRun): void {
  const { id, threadId, agent, status, startedAt, steps } = record;
  STORE.run(db, {
    id,
    threadId,
    seq,
    agentEntryId,
    tipId,
    side: Number(record.side === true),
    status,
    agentId: agent.id ?? null,
    agentName: agent.name,
    model: agent.model,
    workspace: agent.workspace ?? null,
    copy: agent.copy === undefined ? null : JSON.stringify(agent.copy),
    folder: agent.copy?.of ?? agent.workspace ?? null,
    startedAt,
    finishedAt: record.finishedAt ?? null,
    error: record.error === undefined ? null : JSON.stringify(record.error),
    reached: record.limit ?? null,
    steps,
    usage: JSON.stringify(record.usage),
    asking: JSON.stringify(record.asking),
    firstTokenMs,
    calls: record.usage.calls,
    unpriced: record.usage.unpriced,
    cost: record.usage.cost,
  });
}
