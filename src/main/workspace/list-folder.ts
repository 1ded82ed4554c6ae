import { ok, type Result } from '../../shared/lib/result.ts';
import { missingHint, type Location } from './locate.ts';
import { notAFolder, notFound, stopped } from './failures.ts';
import type { Root } from './paths.ts';
import { type FolderEntry, walk } from './walk.ts';

const NAMES_PER_FOLDER = 5_000;
/** Entries beyond the limit are counted up to here. */
const COUNT_LIMIT = 20_000;

export type ListOptions = {
  /** How many levels to list; 1 is the folder's own entries. */
  readonly depth: number;
  readonly limit: number;
  readonly signal?: AbortSignal;
};

export type Listing = {
  readonly entries: readonly FolderEntry[];
  /** How many more there are. */
  readonly more: number;
  /** Whether counting those was given up: there are more than `more` then. */
  readonly moreIsLeast: boolean;
  /** Folders below that could not be read, and why. */
  readonly unreadable: readonly { readonly relative: string; readonly message: string }[];
};

export async function listFolder(root: Root, location: Location, options: ListOptions): Promise<Result<Listing>> {
  const { path, relative, real, kind } = location;
  if (kind === 'missing') return notFound(path, missingHint(location));
  if (kind !== 'folder') return notAFolder(path);
  const { depth, limit, signal } = options;
  const entries: FolderEntry[] = [];
  const unreadable: Listing['unreadable'][number][] = [];
  let more = 0;
  const sizes = () => limit - entries.length;
  const found = walk(root, { real, relative }, { depth, namesPerFolder: NAMES_PER_FOLDER, sizes, signal });
  for await (const walked of found) {
    if (walked.type === 'failed') {
      if (walked.relative === relative) return { ok: false, error: walked.error };
      unreadable.push({ relative: walked.relative, message: walked.error.message });
    } else if (walked.type === 'more') more += walked.count;
    else if (entries.length < limit) entries.push(walked.entry);
    else more += 1;
    if (more > COUNT_LIMIT) break;
  }
  if (signal?.aborted === true) return stopped();
  return ok({ entries, more, moreIsLeast: more > COUNT_LIMIT, unreadable });
}
