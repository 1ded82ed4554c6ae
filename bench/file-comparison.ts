import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileDesk } from '../src/main/workspace/changes/file-desk.ts';
import type { Figure } from './figures.ts';
import { watchLoop } from './loop-watch.ts';

const FOLDERS = 500;
const FILES = 100;
const LIMITS = { scanMs: 60_000, keepMs: 60_000 };

/** What it takes to find out what a command changed in a folder of 50,000 files, and what else waits for it. */
export async function fileComparison(): Promise<readonly Figure[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'runlight-bench-files-')));
  const root = join(folder, 'project');
  const places = { kept: join(folder, 'kept'), scratch: join(folder, 'scratch') };
  const desk = openFileDesk();
  try {
    for (let one = 0; one < FOLDERS; one += 1) {
      mkdirSync(join(root, `folder-${one}`), { recursive: true });
      for (let file = 0; file < FILES; file += 1) writeFileSync(fileAt(root, one, file), `File ${one} ${file}\n`);
    }
    const input = { tracker: 'bench', root: { named: root, real: root }, ...places, limits: LIMITS };
    const looked = await watchLoop('50,000 files looked at before the first command', () => desk.ask('before', input));
    for (let one = 0; one < FOLDERS; one += 1) writeFileSync(fileAt(root, one, 0), `Other ${one}\n`);
    const compared = await watchLoop('  compared after it, 500 of them changed', () =>
      desk.ask('after', { tracker: 'bench', limits: LIMITS }),
    );
    return [...looked, ...compared];
  } finally {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fileAt(root: string, folder: number, file: number): string {
  return join(root, `folder-${folder}`, `file-${file}.txt`);
}
