import type { Result } from '../../shared/lib/result.ts';
import type { Checkpoint, CheckpointPart } from '../../shared/thread/checkpoint.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { threadNotFound } from './failures.ts';
import { inTransaction } from './in-transaction.ts';

/** Which answer it is of. `parentId` is the run's tip: what the answer will hang from. */
type Place = { readonly runId: string; readonly threadId: string; readonly parentId: string };

/** The answer that a run is being given, as far as it had come. The append that commits or ends it removes this. */
export type StoredCheckpoint = Checkpoint & Place;

type HeadRow = Omit<StoredCheckpoint, 'firstTokenAt' | 'text' | 'reasoning'> & { readonly firstTokenAt: number | null };

const BEGIN = writing<HeadRow>(
  'beginCheckpoint',
  `INSERT INTO checkpoints (run_id, thread_id, parent_id, step, model, sent_at, first_token_at)
   SELECT :runId, id, :parentId, :step, :model, :sentAt, :firstTokenAt
   FROM threads WHERE id = :threadId AND purging = 0`,
);

const ADD = writing<Pick<CheckpointPart, 'part' | 'text' | 'reasoning'> & Pick<Place, 'runId'>>(
  'addToCheckpoint',
  'INSERT INTO checkpoint_parts (run_id, part, text, reasoning) VALUES (:runId, :part, :text, :reasoning)',
);

const DELETE = writing<{ runId: string }>('deleteCheckpoint', 'DELETE FROM checkpoints WHERE run_id = :runId');

/** Adds a part. Only the part is written, so that what a checkpoint costs does not grow with the answer. */
export function saveCheckpoint(db: WriteDb, checkpoint: CheckpointPart & Place): Result<null> {
  return inTransaction(db, 'saveCheckpoint', () => {
    const { part, text, reasoning, firstTokenAt = null, ...head } = checkpoint;
    if (part === 0) {
      deleteCheckpoint(db, head.runId);
      if (BEGIN.run(db, { ...head, firstTokenAt }) === 0) throw threadNotFound();
    }
    ADD.run(db, { runId: head.runId, part, text, reasoning });
    return null;
  });
}

export function deleteCheckpoint(db: WriteDb, runId: string): void {
  DELETE.run(db, { runId });
}

const OF_RUN = reading<{ runId: string }, HeadRow>(
  'checkpointOf',
  `SELECT run_id AS runId, thread_id AS threadId, parent_id AS parentId, step, model, sent_at AS sentAt,
     first_token_at AS firstTokenAt
   FROM checkpoints WHERE run_id = :runId`,
);

const PARTS = reading<{ runId: string }, { text: string; reasoning: string }>(
  'checkpointParts',
  'SELECT text, reasoning FROM checkpoint_parts WHERE run_id = :runId ORDER BY part',
);

/** All parts together. */
export function checkpointOf(db: ReadDb, runId: string): StoredCheckpoint | undefined {
  const head = OF_RUN.get(db, { runId });
  if (head === undefined) return undefined;
  const { firstTokenAt, ...rest } = head;
  const parts = PARTS.all(db, { runId });
  const text = parts.map((part) => part.text).join('');
  const reasoning = parts.map((part) => part.reasoning).join('');
  return firstTokenAt === null ? { ...rest, text, reasoning } : { ...rest, firstTokenAt, text, reasoning };
}
