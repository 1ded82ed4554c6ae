import { fork } from 'node:child_process';
import { fail, type Result } from '../../../shared/lib/result.ts';
import type { CodeFailure } from '../../../shared/run/code.ts';
import { entryUrl } from '../../lib/entry-url.ts';
import type { FromChild, ToChild } from './child-messages.ts';
import { readFailure } from './load-failure.ts';
import type { OfferedAgent, Task, TaskName } from './protocol.ts';

/** Of what a process says, the end is enough to tell why it died. */
const TAIL_CHARS = 32_768;

const LAST_WORDS_MS = 1000;

/** One version of the code in a process of its own. */
export type VersionProcess = {
  readonly generation: number;
  /** What it offers; `undefined` when it did not load. */
  readonly loaded: Promise<readonly OfferedAgent[] | undefined>;
  /** Why it ended; `undefined` when it was told to. */
  readonly ended: Promise<CodeFailure | undefined>;
  readonly ask: (name: TaskName, task: Task<TaskName>) => Promise<Result<unknown>>;
  readonly tell: (message: Exclude<ToChild, { type: 'task' }>) => void;
  readonly kill: () => void;
};

export type VersionOptions = {
  readonly path: string;
  readonly generation: number;
  readonly onFile: (file: string) => void;
  readonly onEvent: (call: number, event: unknown) => void;
  /** What the code writes to its error output. */
  readonly onOutput: (text: string) => void;
};

export function startVersion({ path, generation, onFile, onEvent, onOutput }: VersionOptions): VersionProcess {
  const child = fork(entryUrl('code-child', import.meta.url), [path], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const loaded = Promise.withResolvers<readonly OfferedAgent[] | undefined>();
  const ended = Promise.withResolvers<CodeFailure | undefined>();
  const waiting = new Map<number, (result: Result<unknown>) => void>();
  let lastId = 0;
  let killed = false;
  let tail = '';

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARS);
    onOutput(text);
  });
  child.on('message', (message: FromChild) => {
    switch (message.type) {
      case 'file':
        return onFile(message.file);
      case 'loaded':
        return loaded.resolve(message.agents);
      case 'event':
        return onEvent(message.call, message.event);
      case 'answer':
        waiting.get(message.id)?.(message.result);
        waiting.delete(message.id);
    }
  });
  function end(how: string): void {
    loaded.resolve(undefined);
    child.stderr?.destroy();
    ended.resolve(killed ? undefined : readFailure(tail, how));
    for (const answer of waiting.values()) answer(fail('code_gone', 'The code that runs this has ended'));
    waiting.clear();
  }
  // A child that could not be started, or not be told something, never closes.
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => {
    const how = signal === null ? `The code ended by itself (exit code ${code})` : `The code was ended by ${signal}`;
    // After its last words; processes that it began may keep its output open for ever.
    child.once('close', () => end(how));
    setTimeout(() => end(how), LAST_WORDS_MS).unref();
  });

  function tell(message: ToChild): void {
    if (child.connected) child.send(message);
  }

  return {
    generation,
    loaded: loaded.promise,
    ended: ended.promise,
    ask(name, task) {
      lastId += 1;
      const id = lastId;
      if (!child.connected) return Promise.resolve(fail('code_gone', 'The code that runs this has ended'));
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        tell({ type: 'task', id, name, task });
      });
    },
    tell,
    kill() {
      killed = true;
      child.kill('SIGKILL');
    },
  };
}
