import { z } from 'zod';
import { Attachment } from '../../thread/attachment.ts';
import type { QueuedMessage } from '../../thread/queued-message.ts';
import { route, Id, MessageText, Attachments, Folder, SaveHistory } from './parts.ts';

const UnsentKey = z.string().min(1).max(200);

/** What people write: queued messages, attachments, texts that are not sent yet. */
export const messages = {
  /** What people have written to the thread's runs and none has taken up, in order. */
  'queue.list': route<readonly QueuedMessage[]>()(z.object({ threadId: Id })),
  /**
   * Writes to the run at work on the active branch, which takes it up between two steps. Calls that wait for an approval are
   * declined by it. Fails with `run_not_active` where none works.
   */
  'queue.add': route<{ readonly id: string }>()(
    z.object({ threadId: Id, text: MessageText, attachments: Attachments.optional() }),
  ),
  /** `queue.edit`, `move`, `remove` and `give` fail with `queue_gone` once it was taken up. */
  'queue.edit': route<null>()(z.object({ id: Id, text: MessageText, attachments: Attachments.optional() })),
  /** `beforeId`: `null` makes it the last. */
  'queue.move': route<null>()(z.object({ id: Id, beforeId: Id.nullable() })),
  'queue.remove': route<null>()(z.object({ id: Id })),
  /** Lets the run at work take up what was left by one that has ended. */
  'queue.give': route<null>()(z.object({ id: Id })),
  /** Keeps a file, so that a message may name it. `data` is its bytes in base64. */
  'attachment.add': route<Attachment>()(
    z.object({
      name: z.string().min(1).max(255),
      mediaType: z.string().max(200),
      data: z.base64(),
      saveHistory: SaveHistory,
    }),
  ),
  /** Keeps a file of the folder that an agent works in. */
  'attachment.fromFolder': route<Attachment>()(
    z.object({ folder: Folder, path: z.string().min(1).max(4096), saveHistory: SaveHistory }),
  ),
  /** Its bytes in base64. */
  'attachment.get': route<{ readonly data: string }>()(z.object({ id: Attachment.shape.id })),
  /** Files of a folder whose path contains the letters that were typed, best first. */
  'attachment.files': route<{ readonly paths: readonly string[] }>()(
    z.object({ folder: Folder, query: z.string().max(200) }),
  ),
  /** Empty when nothing was being written. */
  'unsent.get': route<{ readonly text: string }>()(z.object({ key: UnsentKey })),
  'unsent.set': route<null>()(z.object({ key: UnsentKey, text: z.string().max(1_100_000), saveHistory: SaveHistory })),
} as const;
