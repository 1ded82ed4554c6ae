import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export type WebHost = {
  /** With a fresh one-time token. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** From its start to its address. */
  readonly startedInMs: number;
  /** As a person would: the engine closes first. */
  readonly stop: () => Promise<void>;
  /** As a power cut would. */
  readonly kill: () => Promise<void>;
};

/** Starts the web host as a process of its own, on this home and port (0: any). */
export async function startWebHost(home: string, port = 0, nodeFlags: readonly string[] = []): Promise<WebHost> {
  const started = performance.now();
  const program = join(ROOT, 'src/main/web/serve.ts');
  const child = spawn(process.execPath, [...nodeFlags, program, '--home', home, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutKeys(process.env),
  });
  const url = await addressIn(child);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    startedInMs: performance.now() - started,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

function addressIn(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (data: Buffer): void => {
      output += data.toString('utf8');
      const url = /^Runlight is at (\S+)$/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The web host ended with ${code}: ${output}`)));
  });
}

/** Whoever runs the tests may have keys: no test is to spend them. */
function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/_API_KEY$/i.test(name)));
}
