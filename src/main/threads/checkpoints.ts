import type { Result } from '../../shared/lib/result.ts';
import { reading, type NoParams, writing, type ReadDb, type WriteDb } from './database.ts';
import { commit, threadNotFound } from './failures.ts';

/** The answer that a run is being given, as far as it had come. The append that commits or ends it removes this. */
export type Checkpoint = {
  readonly runId: string;
  readonly threadId: string;
  /** The run's tip: what the answer will hang from. */
  readonly parentId: string;
  readonly step: number;
  readonly model: string;
  /** When the request was sent, and when the first token came (ms since the epoch). */
  readonly sentAt: number;
  readonly firstTokenAt?: number;
  readonly text: string;
  readonly reasoning: string;
  /** When this was saved. */
  readonly at: number;
};

type CheckpointRow = Omit<Checkpoint, 'firstTokenAt'> & { readonly firstTokenAt: number | null };

const SAVE = writing<CheckpointRow>(
  'saveCheckpoint',
  `INSERT INTO checkpoints (run_id, thread_id, parent_id, step, model, sent_at, first_token_at, at, text, reasoning)
   SELECT :runId, id, :parentId, :step, :model, :sentAt, :firstTokenAt, :at, :text, :reasoning
   FROM threads WHERE id = :threadId AND purging = 0`,
);

const DELETE = writing<{ runId: string }>('deleteCheckpoint', 'DELETE FROM checkpoints WHERE run_id = :runId');

/** Part of a transaction that makes it needless. */
export function deleteCheckpoint(db: WriteDb, runId: string): void {
  DELETE.run(db, { runId });
}

/** Overwrites the run's checkpoint. */
export function saveCheckpoint(db: WriteDb, checkpoint: Checkpoint): Result<null> {
  return commit(db, 'saveCheckpoint', () => {
    const { firstTokenAt = null, ...rest } = checkpoint;
    // An update would write the new text beside the old one and then blank that: this way it takes its pages.
    deleteCheckpoint(db, checkpoint.runId);
    if (SAVE.run(db, { ...rest, firstTokenAt }) === 0) throw threadNotFound();
    return null;
  });
}

const SELECT = `
  SELECT run_id AS runId, thread_id AS threadId, parent_id AS parentId, step, model, sent_at AS sentAt,
    first_token_at AS firstTokenAt, at, text, reasoning
  FROM checkpoints`;

const OF_RUN = reading<{ runId: string }, CheckpointRow>('checkpointOf', `${SELECT} WHERE run_id = :runId`);

export function checkpointOf(db: ReadDb, runId: string): Checkpoint | undefined {
  const row = OF_RUN.get(db, { runId });
  return row && toCheckpoint(row);
}

const ALL = reading<NoParams, CheckpointRow>('checkpoints', `${SELECT} ORDER BY at, run_id`);

/** Of all runs, oldest first. */
export function checkpoints(db: ReadDb): readonly Checkpoint[] {
  return ALL.all(db, {}).map(toCheckpoint);
}

function toCheckpoint({ firstTokenAt, ...row }: CheckpointRow): Checkpoint {
  return firstTokenAt === null ? row : { ...row, firstTokenAt };
}
