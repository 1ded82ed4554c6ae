import { ok, type Result } from '../../shared/lib/result.ts';
import type { LocalWorkspace } from './local-workspace.ts';

const DEPTH = 12;
/** Of the first so many entries of the folder. */
const LOOKED_AT = 20_000;
const MOST = 20;

/** Files whose path has all letters of `query` in their order, whatever the case; those that hold it whole come first. */
export async function findFiles(workspace: LocalWorkspace, query: string): Promise<Result<readonly string[]>> {
  const listing = await workspace.list('.', { depth: DEPTH, limit: LOOKED_AT });
  if (!listing.ok) return listing;
  const wanted = query.trim().toLowerCase();
  const found = listing.value.entries
    .filter(({ kind }) => kind === 'file')
    .map(({ relative }) => ({ relative, rank: rankOf(relative.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || a.relative.length - b.relative.length || a.relative.localeCompare(b.relative));
  return ok(found.slice(0, MOST).map(({ relative }) => relative));
}

/** The smaller the better: the name begins with it, the name holds it, the path holds it, its letters are there. */
function rankOf(path: string, wanted: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (wanted === '' || name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  if (path.includes(wanted)) return 2;
  let at = -1;
  for (const letter of wanted) {
    at = path.indexOf(letter, at + 1);
    if (at === -1) return Number.POSITIVE_INFINITY;
  }
  return 3;
}
