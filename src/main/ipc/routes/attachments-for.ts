import { ok, type Result } from '../../../shared/lib/result.ts';
import type { Attachment } from '../../../shared/thread/attachment.ts';
import { copyBlob, forgetBlob } from '../../threads/blobs.ts';
import type { Store } from '../../threads/open.ts';
import { emptyLog } from '../../threads/purge.ts';
import type { Stores } from '../../threads/stores.ts';

/**
 * Brings what goes along with a message to the store of its thread: it may have been attached before anyone said whether
 * that is saved. What is not to be saved is no longer on the disk then.
 */
export function attachmentsFor(
  { home, unsaved }: Stores,
  to: Store,
  attachments: readonly Attachment[],
  now: number,
): Result<null> {
  const from = to === home ? unsaved : home;
  let forgotten = false;
  for (const { id } of attachments) {
    const copied = copyBlob(from.read, to.write, id, now);
    if (!copied.ok) return copied;
    const gone = to === home ? ok(false) : forgetBlob(home.write, id);
    if (!gone.ok) return gone;
    forgotten ||= gone.value;
  }
  return forgotten ? emptyLog(home.write) : ok(null);
}
