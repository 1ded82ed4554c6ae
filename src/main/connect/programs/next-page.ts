import type { Entry } from '../../../shared/thread/entry.ts';
import type { ReadDb } from '../../threads/database.ts';
import { entriesSince } from '../../threads/entries.ts';

/** Small enough that neither end is busy with a page for long. */
const PAGE_ENTRIES = 16;
const PAGE_CHARS = 512 * 1024;

/** The entries of a thread after `seq` that go into one page, at least one, under the id that the thread has elsewhere. */
export function nextPage(store: ReadDb, threadId: string, seq: number, publicId: string): readonly Entry[] {
  const page: Entry[] = [];
  let chars = 0;
  for (const entry of entriesSince(store, threadId, seq, PAGE_ENTRIES)) {
    chars += JSON.stringify(entry).length;
    if (page.length > 0 && chars > PAGE_CHARS) break;
    page.push({ ...entry, threadId: publicId });
  }
  return page;
}
