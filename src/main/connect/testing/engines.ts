import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Push, RequestInput, RequestName } from '../../../shared/ipc/contract.ts';
import { must } from '../../../shared/lib/assert.ts';
import { openEngine } from '../../engine.ts';
import type { Engine, EngineOptions, Host } from '../../ipc/connection.ts';
import { silentLog } from '../../lib/log.ts';
import { openSharedEngine } from '../attach/shared-engine.ts';

/** For tests of what talks to engines: a home of its own, and what must be ended after the test. */
export type Engines = {
  readonly home: string;
  readonly open: () => Promise<Engine>;
  readonly openShared: (host?: Host) => Promise<Engine>;
  /** An engine on the home, in another process. */
  readonly elsewhere: () => Promise<{ readonly end: (signal: NodeJS.Signals) => Promise<void> }>;
  readonly later: (end: () => Promise<void> | void) => void;
  readonly close: () => Promise<void>;
};

const HOST: Host = {
  kind: 'web',
  version: 'test',
  resources: join(import.meta.dirname, '../../../../resources'),
};

export function createEngines(): Engines {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-engines-'));
  const home = join(folder, 'home');
  const ends: (() => Promise<void> | void)[] = [];

  async function opened(open: (options: EngineOptions) => ReturnType<typeof openEngine>, host: Host): Promise<Engine> {
    const engine = await open({ home, host, log: silentLog });
    const value = must(engine.ok ? engine.value : undefined, 'engine');
    ends.push(() => value.close());
    return value;
  }

  return {
    home,
    open: () => opened(openEngine, HOST),
    openShared: (host = HOST) => opened((options) => openSharedEngine(options, openEngine), host),
    async elsewhere() {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'engine-holder.ts'), home], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      ends.push(() => end(child, 'SIGKILL'));
      await once(child.stdout, 'data');
      return { end: (signal) => end(child, signal) };
    },
    later: (after) => void ends.push(after),
    async close() {
      for (const after of ends.reverse()) await after();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** A window: what it asks, and what it is told. */
export function openWindow(engine: Engine) {
  const pushes: Push[] = [];
  const connection = engine.connect((push) => pushes.push(push));
  return {
    pushes,
    close: () => connection.close(),
    async ask<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Answer<K>> {
      const answer = await connection.request(name, input);
      if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
      return answer.value as Answer<K>;
    },
  };
}
