import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import { agentAt } from '../threads/agent-at.ts';
import type { ReadDb } from '../threads/database.ts';
import { entryById } from '../threads/entries.ts';
import { entryNotFound } from '../threads/failures.ts';

export type AnswerAgain = {
  /** What is to be answered. */
  readonly parentId: string | null;
  /** Who answered; absent where nobody did, or only a file says so. */
  readonly by?: AgentSnapshot;
};

/** Where an answer, or the answer to a message, is made again. Fails with `entry_not_found`, `not_an_answer`. */
export function answerAgain(db: ReadDb, threadId: string, entryId: string): Result<AnswerAgain> {
  const entry = entryById(db, entryId);
  if (entry?.threadId !== threadId) return { ok: false, error: entryNotFound().failure };
  if (entry.kind !== 'assistant_message' && entry.kind !== 'user_message') {
    return fail('not_an_answer', 'Only an answer, or a message, can be answered again', 'Branch from here instead');
  }
  const found = agentAt(db, threadId, entryId);
  const by = found === undefined || found.imported ? {} : { by: found.agent };
  return ok({ parentId: entry.kind === 'user_message' ? entryId : entry.parentId, ...by });
}
