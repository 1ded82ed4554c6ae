import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { must } from '../../shared/lib/assert.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { whenAborted } from '../lib/abort.ts';
import { COMMAND_MARK, type Environment } from './command-environment.ts';
import { guardCommand } from './command-guard.ts';
import { CommandOutput } from './command-output.ts';
import { commandShell, type CommandShell } from './command-shell.ts';
import { ProcessTree } from './process-tree.ts';

/** How long what runs in the background may take to end after the shell has: a `tee`, say, that has lines left to write. */
const SETTLE_MS = 250;
/** How long to wait for the end of the output once every process is gone. */
const DRAIN_MS = 500;

const BASH = '/bin/bash';

export type CommandSpec = {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets standard output and standard error as they come, in order. */
  readonly onOutput: (text: string) => void;
};

export type CommandEnd = {
  readonly ended: 'exit' | 'timeout' | 'stopped' | 'signal';
  /** `null` when it did not exit by itself. */
  readonly exitCode: number | null;
  /** For `signal`: its name. */
  readonly signalName?: string;
  /** What it printed, the middle left out when that is long. */
  readonly output: string;
  /** Until the shell ended, or was to end. */
  readonly durationMs: number;
  /** How many processes still ran when the shell had ended; they were ended too. */
  readonly leftovers: number;
};

/**
 * Runs a shell command without standard input. When this answers, nothing that the command started runs any more: not after
 * its end, nor after a stop or a timeout.
 */
export async function runCommand(spec: CommandSpec): Promise<Result<CommandEnd>> {
  if (spec.signal.aborted) return ok({ ended: 'stopped', exitCode: null, output: '', durationMs: 0, leftovers: 0 });

  const startedAt = performance.now();
  const mark = randomUUID();
  const started = await start(spec, mark);
  if (!started.ok) return started;
  const lift = guardCommand(started.value.pid, mark);
  try {
    return ok(await followed(spec, started.value, mark, startedAt));
  } finally {
    lift();
  }
}

async function followed(spec: CommandSpec, started: Started, mark: string, startedAt: number): Promise<CommandEnd> {
  const { child, pid, exited, closed } = started;
  const tree = new ProcessTree(pid, `${COMMAND_MARK}=${mark}`);
  void exited.then(() => tree.leaderEnded());
  const output = new CommandOutput();
  for (const stream of [child.stdout, child.stderr]) {
    decodeFrom(stream, (text) => {
      output.push(text);
      spec.onOutput(text);
    });
  }

  const cut = await firstOf(exited, spec);
  const durationMs = Math.round(performance.now() - startedAt);
  let leftovers = 0;
  if (cut === undefined) {
    const left = await tree.settled(SETTLE_MS);
    if (left.length > 0) leftovers = await tree.end();
  } else {
    await tree.end();
    await Promise.race([exited, delay(DRAIN_MS)]);
  }
  await Promise.race([closed, delay(DRAIN_MS)]);
  // Whoever still holds the other end is none of ours, or out of reach.
  child.stdout?.destroy();
  child.stderr?.destroy();

  const rest = { output: output.text(), durationMs, leftovers };
  if (cut !== undefined) return { ended: cut, exitCode: null, ...rest };
  const { exitCode, signalCode } = child;
  return signalCode === null
    ? { ended: 'exit', exitCode, ...rest }
    : { ended: 'signal', exitCode: null, signalName: signalCode, ...rest };
}

type Started = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<unknown>;
  readonly closed: Promise<unknown>;
};

async function start({ command, cwd, environment }: CommandSpec, mark: string): Promise<Result<Started>> {
  if (command.includes('\0')) return fail('bad_command', 'A command cannot hold a NUL byte');
  const env = { ...environment, [COMMAND_MARK]: mark };
  const { file, args, ...shell } = await shellFor(command);
  try {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, ...shell });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const closed = new Promise((resolve) => child.once('close', resolve));
    await once(child, 'spawn');
    return ok({ child, pid: must(child.pid, 'the id of a process that was started'), exited, closed });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const hint = error.code === 'E2BIG' ? 'It is too long: write it to a file and run that' : undefined;
    return fail('command_not_started', `The command could not be started (${String(error.code)})`, hint);
  }
}

async function shellFor(command: string): Promise<CommandShell> {
  const { platform } = process;
  if (platform === 'win32') return commandShell(command, { platform, comSpec: process.env.ComSpec });
  const bash = await access(BASH).then(
    () => BASH,
    () => undefined,
  );
  return commandShell(command, { platform, bash });
}

/** What cut the command short; `undefined` when it ended by itself. */
async function firstOf(
  exited: Promise<unknown>,
  { timeoutMs, signal }: CommandSpec,
): Promise<'timeout' | 'stopped' | undefined> {
  const aborted = whenAborted(signal);
  const timer = new AbortController();
  const timeout = delay(timeoutMs, 'timeout' as const, { signal: timer.signal });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([exited.then(() => undefined), timeout, aborted.promise.then(() => 'stopped' as const)]);
  } finally {
    timer.abort();
    aborted.dispose();
  }
}

/**
 * Passes on text as it comes, one piece in a turn of the event loop: a command that floods its output would take all of it.
 * Characters that are split between two pieces are put together.
 */
function decodeFrom(stream: Readable | null, onText: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  const pass = (text: string): void => {
    if (text !== '') onText(text);
  };
  stream?.on('data', (chunk: Buffer) => {
    pass(decoder.write(chunk));
    stream.pause();
    setImmediate(() => stream.resume());
  });
  stream?.once('end', () => pass(decoder.end()));
}
