import type { Result } from '../../shared/lib/result.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
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
};

/** `text` and `reasoning` are what came since the part before; part 0 begins a new checkpoint. */
export type CheckpointPart = Checkpoint & { readonly part: number };

type HeadRow = Omit<Checkpoint, 'firstTokenAt' | 'text' | 'reasoning'> & { readonly firstTokenAt: number | null };

const BEGIN = writing<HeadRow>(
  'beginCheckpoint',
  `INSERT INTO checkpoints (run_id, thread_id, parent_id, step, model, sent_at, first_token_at)
   SELECT :runId, id, :parentId, :step, :model, :sentAt, :firstTokenAt
   FROM threads WHERE id = :threadId AND purging = 0`,
);

const ADD = writing<Pick<CheckpointPart, 'runId' | 'part' | 'text' | 'reasoning'>>(
  'addToCheckpoint',
  'INSERT INTO checkpoint_parts (run_id, part, text, reasoning) VALUES (:runId, :part, :text, :reasoning)',
);

const DELETE = writing<{ runId: string }>('deleteCheckpoint', 'DELETE FROM checkpoints WHERE run_id = :runId');

/** Adds a part. Only the part is written, so that what a checkpoint costs does not grow with the answer. */
export function saveCheckpoint(db: WriteDb, checkpoint: CheckpointPart): Result<null> {
  return commit(db, 'saveCheckpoint', () => {
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
export function checkpointOf(db: ReadDb, runId: string): Checkpoint | undefined {
  const head = OF_RUN.get(db, { runId });
  if (head === undefined) return undefined;
  const { firstTokenAt, ...rest } = head;
  const parts = PARTS.all(db, { runId });
  const text = parts.map((part) => part.text).join('');
  const reasoning = parts.map((part) => part.reasoning).join('');
  return firstTokenAt === null ? { ...rest, text, reasoning } : { ...rest, firstTokenAt, text, reasoning };
}
