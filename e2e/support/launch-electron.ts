import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type * as Electron from 'electron';
import { _electron, chromium, type Page } from 'playwright';
import { electronBinary } from '../../scripts/start/electron-binary.ts';
import type { Question, Reply } from './electron-stand-in/evaluate.ts';

type ElectronModule = typeof Electron;

/** The built app, running in Electron or in the stand-in for it. */
export type LaunchedApp = {
  readonly kind: 'electron' | 'stand-in';
  /** The page of its first window. */
  readonly window: () => Promise<Page>;
  /** Runs a function in the main process. It sees nothing around it but its two arguments. */
  readonly evaluate: <R, A>(run: (electron: ElectronModule, argument: A) => R | Promise<R>, argument?: A) => Promise<R>;
  /** Quits it, as its menu does. */
  readonly close: () => Promise<void>;
  /** The exit code, when it has ended. */
  readonly exited: Promise<number | null>;
  /** What it has written to its terminal. */
  readonly output: () => string;
};

const ROOT = resolve(import.meta.dirname, '../..');
const STAND_IN = join(import.meta.dirname, 'electron-stand-in', 'run.ts');
const APP_ADDRESS = /^(runlight:\/\/app|https:\/\/app\.runlight\.stand-in\.test)\//;

export function electronKind(): LaunchedApp['kind'] {
  return electronBinary(ROOT) === undefined ? 'stand-in' : 'electron';
}

/** Starts the built app. Resolves when its main process is up. */
export async function launchElectron({ home }: { readonly home: string }): Promise<LaunchedApp> {
  if (!existsSync(join(ROOT, 'out', 'main', 'index.js'))) throw new Error('The app is not built: run "npm run build"');
  const binary = electronBinary(ROOT);
  return binary === undefined ? launchStandIn(home) : launchReal(binary, home);
}

/** Starts the built app where it is expected to end by itself; resolves to how it did. */
export async function runElectron(home: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const binary = electronBinary(ROOT);
  const child =
    binary === undefined
      ? spawn(process.execPath, [STAND_IN, ROOT, '--home', home])
      : spawn(binary, [...sandboxFlags(), ROOT, '--home', home]);
  const output = gather(child);
  const [code] = await once(child, 'close');
  return { code: code as number | null, output: output() };
}

/** Chromium refuses to sandbox what root runs; that is for test machines only. */
function sandboxFlags(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

async function launchReal(executablePath: string, home: string): Promise<LaunchedApp> {
  const electron = await _electron.launch({ executablePath, args: [...sandboxFlags(), ROOT, '--home', home] });
  const child = electron.process();
  const output = gather(child);
  return {
    kind: 'electron',
    window: () => electron.firstWindow(),
    evaluate: (run, argument) => electron.evaluate(run as never, argument) as never,
    async close() {
      // Nobody is there to say what becomes of runs: they are stopped, as in the stand-in.
      await electron.evaluate(({ dialog }) => {
        dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
      });
      await electron.close();
    },
    exited: once(child, 'exit').then(([code]) => code as number | null),
    output,
  };
}

async function launchStandIn(home: string): Promise<LaunchedApp> {
  const child = fork(STAND_IN, [ROOT, '--home', home], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output = gather(child);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const waiting = new Map<number, (reply: Extract<Reply, { type: 'answer' }>) => void>();
  const started = new Promise<string | undefined>((resolve) => {
    void exited.then(() => resolve(undefined));
    child.on('message', (reply: Reply) => {
      if (reply.type === 'started') resolve(reply.debugging);
      else waiting.get(reply.id)?.(reply);
    });
  });
  const debugging = await started;
  let questions = 0;

  async function evaluate<R, A>(
    run: (electron: ElectronModule, argument: A) => R | Promise<R>,
    argument?: A,
  ): Promise<R> {
    questions += 1;
    const question: Question = { id: questions, source: String(run), argument };
    const reply = await new Promise<Extract<Reply, { type: 'answer' }>>((resolve) => {
      waiting.set(question.id, resolve);
      child.send(question);
    });
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.value as R;
  }

  return {
    kind: 'stand-in',
    async window() {
      if (debugging === undefined) throw new Error(`The app did not start: ${output()}`);
      const browser = await chromium.connectOverCDP(debugging);
      const pages = browser.contexts().flatMap((context) => context.pages());
      const page = pages.find((one) => APP_ADDRESS.test(one.url())) ?? (await appPage(pages));
      await page.waitForLoadState();
      return page;
    },
    evaluate,
    async close() {
      if (child.exitCode === null && child.connected) {
        child.send({ id: -1, source: '({ app }) => app.quit()', argument: undefined } satisfies Question);
      }
      await exited;
    },
    exited,
    output,
  };
}

async function appPage(pages: readonly Page[]): Promise<Page> {
  return Promise.any(
    pages.map(async (page) => {
      await page.waitForURL(APP_ADDRESS);
      return page;
    }),
  );
}

function gather(child: { stdout: NodeJS.ReadableStream | null; stderr: NodeJS.ReadableStream | null }): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      text += data.toString('utf8');
    });
  }
  return () => text;
}
