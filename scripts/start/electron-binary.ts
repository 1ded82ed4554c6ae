import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './children.ts';

const SILENCE_MS = 20_000;
const LOOK_EVERY_MS = 500;

/**
 * Where Electron's program is; `undefined` when it has not been downloaded. Requiring the package would download it, and
 * stand still meanwhile; so its own notes are read.
 */
export function electronBinary(root: string): string | undefined {
  const folder = join(root, 'node_modules', 'electron');
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist');
  try {
    const binary = join(dist, readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/** Downloads Electron. Gives up when nothing comes for 20 seconds. Answers why it did not work, or `undefined`. */
export async function downloadElectron(root: string): Promise<string | undefined> {
  const folder = join(root, 'node_modules', 'electron');
  const script = join(folder, 'install.js');
  if (!existsSync(script)) return 'the electron package is not installed';
  const temporary = mkdtempSync(join(tmpdir(), 'runlight-electron-'));
  const { child, ended } = startChild(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // It downloads to a folder of ours, where growth can be seen.
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += data.toString('utf8');
    });
  }
  let seen = 0;
  let movedAt = Date.now();
  let gaveUp = false;
  const watch = setInterval(() => {
    const now = output.length + bytesIn(temporary) + bytesIn(join(folder, 'dist'));
    if (now !== seen) {
      seen = now;
      movedAt = Date.now();
    } else if (Date.now() - movedAt > SILENCE_MS) {
      gaveUp = true;
      child.kill('SIGKILL');
    }
  }, LOOK_EVERY_MS);
  const { code } = await ended;
  clearInterval(watch);
  rmSync(temporary, { recursive: true, force: true });
  if (code === 0 && electronBinary(root) !== undefined) return undefined;
  return gaveUp
    ? `nothing came for ${SILENCE_MS / 1000} seconds`
    : (output.trim().split('\n')[0] ?? `exit code ${code}`);
}

function bytesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce(
        (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
  } catch {
    // Not there yet, or just being moved away: the next look tells.
    return 0;
  }
}
