import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { fail, type Result } from '../../../shared/lib/result.ts';
import { codeFailureLine, type CodeFailure } from '../../../shared/run/code.ts';
import { dial } from '../socket/dial.ts';
import type { Line } from '../socket/line.ts';
import { codeFiles } from './code-files.ts';
import { Order, tasks, type OfferedAgent, type TaskName } from './protocol.ts';
import { startVersion, type VersionProcess } from './version-process.ts';
import { watchFiles } from './watch-files.ts';

const DIAL_AGAIN_MS = 300;

export type DevelopOptions = {
  /** A file or folder that is there; absolute. */
  readonly path: string;
  readonly home: string;
  /** Lines for the person. */
  readonly print: (line: string) => void;
  readonly printError: (text: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
};

/**
 * Loads agents from people's code and lends them to the engine that runs on `home`, for as long as `signal` lets it. Each
 * save that changes the code starts a version in a process of its own; older ones stay until their runs have ended. When
 * the engine goes away, the next one gets the newest version.
 */
export async function develop({ path, home, print, printError, signal }: DevelopOptions): Promise<void> {
  const versions = new Map<number, VersionProcess>();
  let newest: { readonly version: VersionProcess; readonly agents: readonly OfferedAgent[] } | undefined;
  let failure: CodeFailure | undefined;
  let line: Line | undefined;
  let generations = 0;
  let loading: VersionProcess | undefined;

  const isFolder = statSync(path).isDirectory();
  const files = watchFiles(isFolder ? path : dirname(path), listed, () => void load());
  if (!isFolder) files.add(path);

  function listed(): string {
    try {
      return codeFiles(path).join('\n');
    } catch {
      // It has gone: loading it tells why.
      return '';
    }
  }

  async function load(): Promise<void> {
    // One that still loads is out of date.
    loading?.kill();
    generations += 1;
    const generation = generations;
    const version = startVersion({
      path,
      generation,
      onFile: files.add,
      onEvent: (call, event) => line?.push({ generation, call, event }),
      onOutput: printError,
    });
    loading = version;
    versions.set(generation, version);
    void Promise.all([version.loaded, version.ended]).then(([agents, why]) => {
      versions.delete(generation);
      if (agents !== undefined && why !== undefined) crashed(version, why);
    });
    const agents = await version.loaded;
    // Saved again meanwhile.
    if (loading !== version) return;
    loading = undefined;
    if (agents === undefined) return notLoaded(await version.ended);
    const before = newest;
    newest = { version, agents };
    failure = undefined;
    print(`Loaded ${agents.map(({ name }) => `“${name}”`).join(', ')} from ${path}`);
    await offer(generation, agents);
    // An engine says when the version before is not needed any more; without one, nobody needs it.
    if (line === undefined) before?.version.kill();
  }

  async function offer(generation: number, agents: readonly OfferedAgent[]): Promise<void> {
    const offered = await line?.request('code.offer', { path, generation, agents });
    if (offered?.ok === false && offered.error.code !== 'connection_lost') {
      printError(`Runlight does not take these agents: ${offered.error.message}\n`);
    }
  }

  function notLoaded(why: CodeFailure | undefined): void {
    if (why === undefined) return;
    failure = why;
    printError(`Runlight: ${codeFailureLine(why)}\n`);
    print(
      newest === undefined
        ? 'Correct it and save: it is then loaded again.'
        : 'New runs go on with the version before.',
    );
    void line?.request('code.failed', { path, failure });
  }

  function crashed(version: VersionProcess, why: CodeFailure): void {
    if (newest?.version === version) {
      newest = undefined;
      failure = why;
    }
    printError(`Runlight: the code crashed: ${codeFailureLine(why)}\n`);
    print('Its runs have failed. Correct it and save: it is then loaded again.');
    void line?.request('code.ended', { generation: version.generation, failure: why });
  }

  async function onRequest(name: string, input: unknown): Promise<Result<unknown>> {
    if (!isTask(name)) return fail('bad_request', `There is no task called ${JSON.stringify(name)}`);
    const task = tasks[name].extend({ generation: z.int() }).safeParse(input);
    if (!task.success) return fail('bad_request', task.error.message);
    const version = versions.get(task.data.generation);
    return version === undefined
      ? fail('code_gone', 'This version of the code has ended')
      : version.ask(name, task.data);
  }

  function onPush(push: unknown): void {
    const order = Order.safeParse(push);
    if (!order.success) return;
    const version = versions.get(order.data.generation);
    if (order.data.type === 'abort') version?.tell({ type: 'abort', call: order.data.call });
    else if (version !== newest?.version) version?.kill();
  }

  async function stayConnected(): Promise<void> {
    while (!signal.aborted) {
      const dialled = await dial({ home, role: 'agents', keepAlive: true, onRequest, onPush });
      if (dialled.ok) {
        line = dialled.value;
        if (newest !== undefined) {
          const { version, agents } = newest;
          await offer(version.generation, agents);
        }
        if (failure !== undefined) await line.request('code.failed', { path, failure });
        await Promise.race([line.ended, aborted(signal)]);
        line.close();
        line = undefined;
        // With the engine its runs are gone: nobody waits for what they asked.
        for (const version of versions.values()) {
          if (version === newest?.version) version.tell({ type: 'abort_all' });
          else if (version.generation < (newest?.version.generation ?? 0)) version.kill();
        }
      } else if (dialled.error.code !== 'no_engine') {
        printError(`Runlight: ${dialled.error.message}. ${dialled.error.hint ?? ''}\n`);
        return;
      }
      await sleep(DIAL_AGAIN_MS);
    }
  }

  void load();
  await stayConnected();
  files.close();
  for (const version of versions.values()) version.kill();
}

function isTask(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
