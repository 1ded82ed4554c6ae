import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a `node` into `folder` that runs the program `execPath` as Node: the demo's commands then need no Node on PATH.
 * Electron's own program is Node as well, once the variable says so; plain Node does not mind it.
 */
export async function writeNodeShim(folder: string, execPath: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await replaceFile(join(folder, 'node'), shellShim(execPath));
  await replaceFile(join(folder, 'node.cmd'), cmdShim(execPath));
}

export function shellShim(execPath: string): string {
  const quoted = `'${execPath.replaceAll("'", `'\\''`)}'`;
  return `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted} "$@"\n`;
}

/** The program comes last: `&&` in the calling line sees the exit code of a script's last command. */
export function cmdShim(execPath: string): string {
  // cmd.exe reads scripts in an old code page unless told otherwise, and names of people are in many paths.
  const codePage = /^[\x20-\x7e]*$/.test(execPath) ? [] : ['@chcp 65001 >nul'];
  const run = `@"${execPath.replaceAll('%', '%%')}" %*`;
  return [...codePage, '@setlocal', '@set ELECTRON_RUN_AS_NODE=1', run, ''].join('\r\n');
}

/** In one move: a command of another demo may be reading it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, text);
  await chmod(fresh, 0o755);
  await rename(fresh, path);
}
