import { z } from 'zod';
import type { Result } from '../../shared/lib/result.ts';
import { Grant } from '../../shared/run/permission.ts';
import { rootThread } from '../threads/children.ts';
import type { ReadDb, WriteDb } from '../threads/database.ts';
import { setThreadMetadata, threadMetadata } from '../threads/metadata.ts';

const KEY = 'grants';

/** What a person has allowed for the rest of a thread. What sub-agents work on belongs to the thread that they work for. */
export function grantsOf(db: ReadDb, threadId: string): readonly Grant[] {
  const kept = z.array(Grant).safeParse(threadMetadata(db, rootThread(db, threadId))[KEY]);
  return kept.success ? kept.data : [];
}

export function addGrant(db: WriteDb, threadId: string, grant: Grant): Result<null> {
  return setThreadMetadata(db, rootThread(db, threadId), KEY, [...grantsOf(db, threadId), grant]);
}
