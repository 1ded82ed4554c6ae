import { statSync } from 'node:fs';

/**
 * Answers whether `file` is still the one that it is now. SQLite goes on writing to a file that was removed, and all of it
 * would be lost with the process. Windows lets nobody remove a file that is open.
 */
export function stillThere(file: string): () => boolean {
  if (process.platform === 'win32') return () => true;
  const opened = identity(file);
  return () => {
    try {
      return identity(file) === opened;
    } catch {
      // A folder that may not be looked into any more still has it.
      return true;
    }
  };
}

/** `undefined` when nothing is there. Costs a few microseconds. */
function identity(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
