import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from '../../lib/private-folder.ts';
import { described } from '../../lib/thrown.ts';
import type { Log } from '../../lib/log.ts';
import { endedName, openName, spoolFiles, spoolFolder } from './spool-folder.ts';

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const MAX_FOLDER_BYTES = 256 * 1024 * 1024;

export type SpoolWriter = {
  /** Leaves one page. False when it was not written: then nothing more is. Never throws. */
  readonly write: (page: object) => boolean;
  readonly isFull: () => boolean;
  /** Everything in it has been told. */
  readonly clear: () => void;
  /** Nothing more will be written: whoever opens the home may take it in. */
  readonly end: () => void;
};

type Open = { readonly path: string; readonly fd: number; bytes: number };

/**
 * Keeps what a program has to show in the home folder while no Runlight is there to be told. A page is one write, so that a
 * kill tears at most the last line. What would not fit any more is left out, and what is older than other programs' makes
 * room.
 */
export function createSpoolWriter(home: string, id: string, log: Log): SpoolWriter {
  let file: Open | undefined;
  let full = false;

  function opened(): Open {
    const folder = spoolFolder(home);
    privateFolder(folder);
    makeRoom(home);
    const path = join(folder, openName(id, process.pid));
    // Nobody else can have made it.
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_APPEND;
    return { path, fd: openSync(path, flags, 0o600), bytes: 0 };
  }

  function forget(what: (path: string) => void): void {
    if (file === undefined) return;
    const { path, fd } = file;
    file = undefined;
    try {
      closeSync(fd);
      what(path);
    } catch (error) {
      log('warn', 'What was left for Runlight stays where it is', { path, error: described(error) });
    }
  }

  return {
    write(page) {
      if (full) return false;
      const line = Buffer.from(`${JSON.stringify(page)}\n`);
      try {
        file ??= opened();
        full = file.bytes + line.length > MAX_FILE_BYTES || writeSync(file.fd, line) < line.length;
        if (full) log('warn', 'Runlight is not there, and no more is kept for it', { bytes: file.bytes });
        else file.bytes += line.length;
      } catch (error) {
        full = true;
        log('warn', 'Nothing is kept for a Runlight that comes later', { home, error: described(error) });
      }
      return !full;
    },
    isFull: () => full,
    clear() {
      forget((path) => rmSync(path, { force: true }));
      full = false;
    },
    end: () => forget((path) => renameSync(path, join(spoolFolder(home), endedName(id)))),
  };
}

/** The oldest of what ended programs have left goes. */
function makeRoom(home: string): void {
  const files = spoolFiles(home);
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0) + MAX_FILE_BYTES;
  for (const file of files) {
    if (bytes <= MAX_FOLDER_BYTES) return;
    if (!file.ended) continue;
    rmSync(file.path, { force: true });
    bytes -= file.bytes;
  }
}
