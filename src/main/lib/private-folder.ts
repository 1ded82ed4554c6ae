import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/**
 * Makes a folder that is its owner's alone, or makes sure of one that is there: in a place that all may write to, somebody
 * else may have made it. Throws then.
 */
export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Error(`${folder} belongs to somebody else`);
  }
  chmodSync(folder, 0o700);
}
