import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson } from '../../shared/lib/json.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { activeRuns } from '../../shared/run/status.ts';
import { devServerContent, folderContent } from '../host/content.ts';
import { EXIT_REFUSED, failureLine } from '../host/failure-line.ts';
import { chosenHome } from '../host/home-folder.ts';
import { logUncaught, openLog } from '../host/host-log.ts';
import { setUpNetwork } from '../host/network.ts';
import { onShutdownSignal, shutdownSignals } from '../host/shutdown.ts';
import type { Host, OpenEngine } from '../ipc/connection.ts';
import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import { parseWebArguments } from './arguments.ts';
import { startWebHost, type WebHost } from './web-host.ts';

export type WebHostParts = {
  /** An address of the Runlight that serves browsers on this home already. */
  readonly runningLink: (home: string) => Promise<string | undefined>;
  readonly openEngine: OpenEngine;
  /** The folder of the program: resources/ and out/ are in it. */
  readonly root: string;
  /** Where lines for the person go, and lines about what went wrong. */
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
};

/** The whole web host, from its arguments to its last signal. Ends the process only after it was asked to, or failed. */
export async function runWebHost(args: readonly string[], parts: WebHostParts): Promise<void> {
  const { root, print, printError } = parts;
  function refuse(error: Failure): void {
    printError(failureLine(error));
    process.exitCode = EXIT_REFUSED;
  }

  const given = parseWebArguments(args);
  if (!given.ok) {
    printError(failureLine(given.error));
    process.exitCode = 2;
    return;
  }
  const { port, renderer = join(root, 'out', 'renderer'), devServer } = given.value;
  const home = chosenHome(given.value.home);
  if (devServer === undefined && !existsSync(join(renderer, 'index.html'))) {
    const message = 'The window is not built yet';
    return refuse({
      code: 'not_built',
      message,
      hint: 'Start Runlight with "npm start", or build it with "npm run build".',
    });
  }

  const running = await parts.runningLink(home);
  if (running !== undefined) {
    print('Runlight is running already.');
    print(`Runlight is at ${running}`);
    return;
  }
  const log = openLog(home, 'web');
  logUncaught(log, () => process.exit(1));
  setUpNetwork(process.env, log);
  const closers: (() => Promise<void>)[] = [];
  let countRuns = (): number => 0;
  const shutdown = shutdownSignals({
    // Nobody can press twice who is no person at a terminal.
    runs: () => (process.stderr.isTTY ? countRuns() : 0),
    warn: (count) => printError(warningOf(count)),
    stop: () => void endProcess(closers, log),
    force: () => process.exit(1),
    now: performance.now.bind(performance),
  });
  onShutdownSignal(shutdown.signal);
  let web: WebHost | undefined;
  const host: Host = {
    kind: 'web',
    version: versionOf(root),
    resources: join(root, 'resources'),
    link: () => web?.link(),
  };
  const opened = await parts.openEngine({ home, host, log });
  if (!opened.ok) return refuse(opened.error);
  const engine = opened.value;
  countRuns = () => activeRuns(engine.runs());
  engine.connect((push) => {
    if (push.type === 'changed' && push.what === 'runs') shutdown.runsChanged();
  });
  // First of all, so that windows still learn how their runs ended.
  closers.push(async () => {
    const threads = engine.unsavedThreads();
    if (threads > 0) log('warn', 'threads that were not saved are gone', { threads });
    await engine.close();
  });

  const content = devServer === undefined ? folderContent(renderer) : devServerContent(devServer);
  const announce = (url: string): void => print(`Runlight is at ${url}`);
  const served = await startWebHost({ engine, home, content, port, log, announce });
  if (!served.ok) {
    await engine.close();
    return refuse(served.error);
  }
  web = served.value;
  closers.push(() => served.value.close());
  log('info', 'web host started', { version: host.version, port: served.value.port });
}

async function endProcess(closers: readonly (() => Promise<void>)[], log: Log): Promise<void> {
  try {
    for (const close of closers) await close();
    log('info', 'web host closed');
    process.exit(0);
  } catch (error) {
    log('error', 'the web host did not close cleanly', { error: described(error) });
    process.exit(1);
  }
}

function warningOf(runs: number): string {
  const who = runs === 1 ? '1 run is working' : `${runs} runs are working`;
  return `${who}: press Ctrl+C again to stop, or wait; Runlight ends with the last run.`;
}

function versionOf(root: string): string {
  const about = parseJson(readFileSync(join(root, 'package.json'), 'utf8'));
  return isRecord(about) && typeof about.version === 'string' ? about.version : 'unknown';
}
