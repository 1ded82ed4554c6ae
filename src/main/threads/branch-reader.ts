import type { PathEntry } from '../../shared/thread/entry.ts';
import { endOfBranch, wholeBranchInSlices } from './branches.ts';
import type { ReadDb } from './database.ts';

/** Reads branches from their root, as `wholeBranchInSlices` does. Asked for the same one again, it answers the same array. */
export type BranchReader = (threadId: string, leafId: string) => Promise<readonly PathEntry[]>;

type Branch = readonly PathEntry[];

/** So many branches are remembered; a run that works is mostly one of them. */
const REMEMBERED = 2;
/** What a remembered branch has not grown by since it was read last. */
const GROWN = 24;

/** Remembers what it read last: of a branch that has grown, or is parted from that one, only its end is read. */
export function createBranchReader(db: ReadDb): BranchReader {
  let known: readonly Branch[] = [];
  const reading = new Map<string, Promise<Branch>>();

  function remember(branch: Branch, instead?: Branch): Branch {
    known = [branch, ...known.filter((one) => one !== branch && one !== instead)].slice(0, REMEMBERED);
    return branch;
  }

  async function readWhole(threadId: string, leafId: string): Promise<Branch> {
    try {
      return remember(await wholeBranchInSlices(db, threadId, leafId));
    } finally {
      reading.delete(leafId);
    }
  }

  return async (threadId, leafId) => {
    // A thread that has gone is nowhere any more, whatever is remembered of it.
    const end = endOfBranch(db, threadId, leafId, GROWN);
    for (const branch of known) {
      const joined = joinedAt(branch, end);
      if (joined !== undefined) return remember(joined, branch);
    }
    if (end.length < GROWN) return end;
    const read = reading.get(leafId) ?? readWhole(threadId, leafId);
    reading.set(leafId, read);
    return read;
  };
}

/** The branch that ends with `end`, where that begins on `known`; with the entries of `known` as far as both go together. */
function joinedAt(known: Branch, end: Branch): Branch | undefined {
  const [first] = end;
  const at = first === undefined ? -1 : known.findLastIndex(({ id }) => id === first.id);
  if (at < 0) return undefined;
  const parted = end.findIndex(({ id }, index) => known[at + index]?.id !== id);
  const shared = at + (parted < 0 ? end.length : parted);
  if (parted < 0 && shared === known.length) return known;
  return [...known.slice(0, shared), ...(parted < 0 ? [] : end.slice(parted))];
}
