import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { constants } from 'node:os';

/** How a child ended; `failure` when it could not even be started. */
export type Ending = { readonly code: number; readonly failure?: string };

/** The children that run now, and what this process was asked to end with. */
const running = new Set<ChildProcess>();
let asked: NodeJS.Signals | undefined;

/** From now on, whoever asks this process to end asks its children. */
export function passSignalsOn(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      asked = signal;
      for (const child of running) child.kill(signal);
      if (running.size === 0) process.exit(exitCode(signal));
    });
  }
}

/** The exit code that this process owes to a signal it got; `undefined` when it got none. */
export function askedToEnd(): number | undefined {
  return asked === undefined ? undefined : exitCode(asked);
}

export function startChild(command: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(command, args, options);
  running.add(child);
  const ended = new Promise<Ending>((resolve) => {
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 1, failure: error.message });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? (signal === null ? 1 : exitCode(signal)) });
    });
  });
  return { child, ended };
}

/** As shells count them. */
function exitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
