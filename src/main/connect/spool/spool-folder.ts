import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of programs that no Runlight has heard of yet. A line is a page of entries, as a program would tell it. */
export function spoolFolder(home: string): string {
  return join(home, 'spool');
}

export type SpoolFile = { readonly path: string; readonly bytes: number; readonly ended: boolean };

/** Named by who writes it, so that it is known when nobody does any more. */
export function openName(id: string, pid: number): string {
  return `${id}.${pid}.jsonl`;
}

/** `name` of a file that its program will not write to again. */
export function endedName(id: string): string {
  return `${id}.jsonl`;
}

/** The oldest first. Empty where there is no folder. */
export function spoolFiles(home: string): readonly SpoolFile[] {
  const folder = spoolFolder(home);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    // Nothing was ever left here.
    return [];
  }
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() === true ? [{ path, bytes: found.size, ended: isEnded(name) }] : [];
    });
}

function isEnded(name: string): boolean {
  const pid = /\.(\d+)\.jsonl$/.exec(name)?.[1];
  return pid === undefined || !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
