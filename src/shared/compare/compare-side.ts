import { z } from 'zod';
import { Id } from '../ipc/requests/parts.ts';

/**
 * One of two that are compared. With an entry: the newest branch through it. With a run: what that run did, from the message
 * that it answers on. With neither: the thread's active branch.
 */
export const CompareSide = z.object({ threadId: Id, entryId: Id.optional(), runId: Id.optional() });
export type CompareSide = z.infer<typeof CompareSide>;
