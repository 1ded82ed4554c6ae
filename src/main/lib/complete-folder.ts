import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';

const MOST = 50;

/**
 * Absolute paths of the folders that a person may mean who has typed `prefix`: those in the folder that it names so far,
 * whatever the case. Hidden ones come only when asked for by their dot. None for what is no absolute path.
 */
export async function completeFolder(prefix: string): Promise<readonly string[]> {
  const path = prefix.startsWith('~') ? homedir() + prefix.slice(1) : prefix;
  if (!isAbsolute(path)) return [];
  const inside = path.endsWith(sep) || path.endsWith('/');
  const folder = inside ? path : dirname(path);
  const start = inside
    ? ''
    : path
        .slice(folder.length)
        .replace(/^[/\\]/, '')
        .toLowerCase();
  // A folder that is not there, or not ours to read, has nothing to offer.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .filter(({ name }) => name.toLowerCase().startsWith(start) && (start !== '' || !name.startsWith('.')))
    .map(({ name }) => join(folder, name))
    .sort((a, b) => a.localeCompare(b))
    .slice(0, MOST);
}
