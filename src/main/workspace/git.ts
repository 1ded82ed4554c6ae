import { execFile, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { commandEnvironment } from './command-environment.ts';

const MAX_OUTPUT = 256 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * Git's own watcher and hooks are programs that a repository names: nobody approved of those. The folder is named by an
 * option, since on Windows programs are looked for in the current folder first.
 */
function argumentsFor(folder: string, args: readonly string[]): string[] {
  return ['-C', folder, '-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, ...args];
}

function environment(): NodeJS.ProcessEnv {
  const all = commandEnvironment(process.env, { path: [], extra: { GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' } });
  // Those of a Git that started us, a hook say, would lead to another repository.
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_.*)$/.test(name),
    ),
  );
}

/** What Git prints. Fails with `git_missing` where there is no Git, with `git_failed` and Git's words where it refuses. */
export function git(folder: string, ...args: readonly string[]): Promise<Result<Buffer>> {
  const options = {
    encoding: 'buffer',
    env: environment(),
    maxBuffer: MAX_OUTPUT,
    timeout: TIMEOUT_MS,
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    execFile('git', argumentsFor(folder, args), options, (error, stdout, stderr) => {
      if (error === null) resolve(ok(stdout));
      else if (error.code === 'ENOENT') resolve(fail('git_missing', 'There is no Git on this machine'));
      else resolve(fail('git_failed', `Git failed: ${stderr.toString('utf8').trim() || error.message}`));
    });
  });
}

/** The first line of what Git prints; `undefined` where it refuses. */
export async function gitLine(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  const printed = await git(folder, ...args);
  return printed.ok ? printed.value.toString('utf8').replace(/\r?\n[^]*$/, '') : undefined;
}

/** The bytes of blobs, in the order asked for; `undefined` for one that is not there. Ends early when Git does. */
export async function* gitBlobs(folder: string, ids: readonly string[]): AsyncGenerator<Buffer | undefined> {
  const child = spawn('git', argumentsFor(folder, ['cat-file', '--batch']), {
    env: environment(),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(ids.map((id) => `${id}\n`).join(''));
  try {
    yield* batchedBlobs(child.stdout);
  } catch {
    // Whatever is missing then was not to be had.
  } finally {
    child.kill();
    await gone;
  }
}

/** Reads `<id> blob <size>\n<bytes>\n` and `<id> missing\n`. */
async function* batchedBlobs(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  let held: Buffer = Buffer.alloc(0);
  let pieces: Buffer[] = [];
  let wanted = 0;
  for await (const chunk of stream) {
    pieces.push(chunk);
    const length = held.length + pieces.reduce((sum, piece) => sum + piece.length, 0);
    // A large blob comes in many pieces: they are joined once.
    if (length < wanted) continue;
    held = Buffer.concat([held, ...pieces]);
    pieces = [];
    for (;;) {
      const end = held.indexOf(10);
      if (end === -1) break;
      const size = Number(/ blob (\d+)$/.exec(held.toString('utf8', 0, end))?.[1] ?? -1);
      const next = size < 0 ? end + 1 : end + 1 + size + 1;
      if (held.length < next) {
        wanted = next;
        break;
      }
      yield size < 0 ? undefined : held.subarray(end + 1, end + 1 + size);
      held = held.subarray(next);
      wanted = 0;
    }
  }
}
