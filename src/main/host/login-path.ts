import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import type { Log } from '../lib/log.ts';
import { commandEnvironment } from '../workspace/command-environment.ts';

const TIMEOUT_MS = 5000;
const MARK = '@runlight-path@';
/** Between the marks, since the person's own start-up files may print anything. */
const SCRIPT = `echo ${MARK}; printenv PATH; echo ${MARK}`;

export type LoginShell = {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Whether this process writes to a terminal. */
  readonly isTty: boolean;
  readonly log: Log;
  readonly timeoutMs?: number;
};

/**
 * Folders in which the person's login shell looks for programs. A program that the desktop started has not read the files
 * in which people set their PATH; one from a terminal has, and gets none here, as on Windows, where the desktop knows it.
 * Whatever goes wrong is logged, and there are none.
 */
export async function loginPath({
  platform,
  env,
  isTty,
  log,
  timeoutMs = TIMEOUT_MS,
}: LoginShell): Promise<readonly string[]> {
  const { SHELL: shell } = env;
  if (platform === 'win32' || shell === undefined || shell === '' || startedInTerminal(env, isTty)) return [];
  const printed = await outputOf(shell, env, timeoutMs);
  const path = printed.text.split(MARK)[1]?.trim() ?? '';
  if (path === '') log('warn', "the login shell's PATH is not known", { shell, why: printed.why });
  return path.split(delimiter).filter((folder) => folder !== '');
}

/** Terminals set TERM; what services and desktops set is `dumb` or nothing. */
function startedInTerminal({ TERM }: NodeJS.ProcessEnv, isTty: boolean): boolean {
  return isTty || (TERM !== undefined && TERM !== '' && TERM !== 'dumb');
}

function outputOf(
  shell: string,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<{ readonly text: string; readonly why: string }> {
  return new Promise((resolve) => {
    let text = '';
    // A group of its own, so that what start-up files have started ends with it.
    const child = spawn(shell, ['-ilc', SCRIPT], {
      env: commandEnvironment(env, { path: [], extra: {} }),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    function end(why: string): void {
      clearTimeout(timer);
      if (child.pid !== undefined) killGroup(child.pid);
      child.stdout.destroy();
      resolve({ text, why });
    }
    const timer = setTimeout(() => end(`no answer within ${timeoutMs} ms`), timeoutMs);
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString('utf8');
    });
    child.on('error', (error) => end(error.message));
    child.on('close', (code) => end(`it ended with ${code}`));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
