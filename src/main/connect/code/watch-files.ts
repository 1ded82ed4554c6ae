import { createHash } from 'node:crypto';
import { readFileSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Editors write a file in several steps. */
const SETTLE_MS = 80;

export type FileWatch = { readonly add: (file: string) => void; readonly close: () => void };

/**
 * Calls `onChange` after the contents of one of the files have changed, or what `list` says of `folder`. Folders are
 * watched, not files: editors put a new file in the old one's place.
 */
export function watchFiles(folder: string, list: () => string, onChange: () => void): FileWatch {
  const contents = new Map<string, string>();
  const folders = new Map<string, FSWatcher>();
  let listed = list();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const before = [listed, ...contents.values()].join();
    listed = list();
    for (const file of contents.keys()) contents.set(file, hashOf(file));
    if ([listed, ...contents.values()].join() !== before) onChange();
  }

  function watchFolder(path: string): void {
    if (folders.has(path)) return;
    const watcher = watch(path, () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    });
    // A folder that goes away takes its watch with it; the code then fails to load, which is told.
    watcher.on('error', () => undefined);
    folders.set(path, watcher);
  }

  watchFolder(folder);
  return {
    add(file) {
      if (contents.has(file)) return;
      contents.set(file, hashOf(file));
      watchFolder(dirname(file));
    },
    close() {
      clearTimeout(timer);
      for (const watcher of folders.values()) watcher.close();
    },
  };
}

function hashOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    // Not there: that is a change, too.
    return '';
  }
}
