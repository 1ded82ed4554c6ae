import { spawn } from 'node:child_process';
import { COMMAND_MARK } from './command-environment.ts';

/**
 * Waits for the end of its input, which comes when this program ends, however that is. It then asks the processes of the
 * command's group, and on Linux whatever carries its mark, to end, and a moment later makes them.
 */
const SCRIPT = `
  while read -r line; do :; done
  for name in TERM CONT KILL KILL KILL; do
    [ $name = KILL ] && sleep 1
    kill -s $name -- "-$1" 2>/dev/null
    for pid in $(grep -lszx -- "$2" /proc/[0-9]*/environ | cut -d / -f 3); do kill -s $name "$pid" 2>/dev/null; done
  done`;

/**
 * Sees to it that a command does not outlive this program: one that is killed cannot end what it started. `leader` is the
 * command's first process, which leads a group of its own; `mark` its `COMMAND_MARK`. The answer lifts the guard. Windows
 * has none.
 */
export function guardCommand(leader: number, mark: string): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'runlight-guard', String(leader), `${COMMAND_MARK}=${mark}`], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A system without room for one more process still runs the command.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return () => void guard.kill('SIGKILL');
}
