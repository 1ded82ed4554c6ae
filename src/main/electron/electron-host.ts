import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { app, dialog, safeStorage, session } from 'electron';
import type { Failure } from '../../shared/lib/result.ts';
import { devServerContent, folderContent } from '../host/content.ts';
import { EXIT_REFUSED, failureLine } from '../host/failure-line.ts';
import { chosenHome } from '../host/home-folder.ts';
import { logFolder, logUncaught, openLog } from '../host/host-log.ts';
import { loginPath } from '../host/login-path.ts';
import { setUpNetwork } from '../host/network.ts';
import { onShutdownSignal, shutdownSignals } from '../host/shutdown.ts';
import type { Connection, Engine, Host, OpenEngine } from '../ipc/connection.ts';
import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import type { AskedCall } from '../runs/notices.ts';
import { wakefulness } from './awake.ts';
import { serveBridge } from './bridge.ts';
import { systemCipher } from './cipher.ts';
import { pickFile, pickFolder, pickSavePath, showFolder } from './dialogs.ts';
import type { Leaving } from './leaving.ts';
import { setAppMenu } from './menu.ts';
import { confineNavigation } from './navigation.ts';
import { systemNotifications } from './notifications.ts';
import { restrictPermissions } from './permissions.ts';
import { openFile } from './open-file.ts';
import { registerAppScheme, serveApp } from './protocol.ts';
import { stayForRuns } from './stay.ts';
import { followTheme } from './theme.ts';
import { appWindows } from './windows.ts';

/** Names the program to Windows, which shows notifications of those alone that it knows: installers write the same. */
const APP_USER_MODEL_ID = 'Runlight.Studio';

/** The whole Electron host. Call it while the main script is read: much of it must happen before the app is ready. */
export function runElectronHost(openEngine: OpenEngine): void {
  const home = chosenHome(homeArgument(process.argv));
  const userData = join(home, 'electron');
  try {
    mkdirSync(userData, { recursive: true, mode: 0o700 });
  } catch (error) {
    const message = `The folder ${home} cannot be used (${described(error).split('\n')[0] ?? ''})`;
    refuse({ code: 'home_unusable', message, hint: 'Choose another one with --home.' });
    return;
  }
  // The lock below is per user data folder: so each home has one instance.
  app.setPath('userData', userData);
  if (!app.requestSingleInstanceLock()) {
    process.stdout.write('Runlight is open already; its window comes to the front.\n');
    app.exit(0);
    return;
  }
  if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_USER_MODEL_ID : process.execPath);
  const log = openLog(home, 'main');
  logUncaught(log, () => app.exit(1));
  setUpNetwork(process.env, log);
  registerAppScheme();
  app.on('web-contents-created', (_event, contents) => confineNavigation(contents, log));
  app
    .whenReady()
    .then(() => start(openEngine, home, log))
    .catch((error: unknown) => {
      log('error', 'Runlight could not start', { error: described(error) });
      refuse({ code: 'bug', message: 'Runlight could not start', hint: `The log in ${logFolder(home)} tells more.` });
    });
}

async function start(openEngine: OpenEngine, home: string, log: Log): Promise<void> {
  const { platform } = process;
  const windows = appWindows(log);
  let shellPath: Promise<readonly string[]> | undefined;
  const line = Promise.withResolvers<Connection>();

  async function decide({ runId, callId }: AskedCall, decision: 'approved' | 'rejected'): Promise<boolean> {
    const decided = await (await line.promise).request('run.decide', { runId, callId, decision });
    if (!decided.ok) log('warn', 'An approval was not decided', { runId, code: decided.error.code });
    return decided.ok;
  }

  const host: Host = {
    kind: 'electron',
    version: app.getVersion(),
    resources: join(app.getAppPath(), 'resources'),
    pickFolder,
    openFile,
    pickSavePath,
    pickFile,
    showFolder,
    cipher: systemCipher(safeStorage, platform),
    keepAwake: wakefulness(),
    notify: systemNotifications({ show: windows.show, decide }, log),
    // Once: what the start-up files say is what the programs of this session get.
    shellPath: () => (shellPath ??= loginPath({ platform, env: process.env, isTty: process.stdout.isTTY, log })),
  };
  const opened = await openEngine({ home, host, log });
  if (!opened.ok) return refuse(opened.error);
  const engine = opened.value;
  line.resolve(engine.connect(() => undefined));

  restrictPermissions(session.defaultSession);
  serveApp(rendererContent());
  await followTheme(engine);
  serveBridge(engine, windows.has, log);
  setAppMenu({ openWindow: windows.open, home, logs: logFolder(home) });
  closeBeforeQuit(engine, stayForRuns(engine, windows), log);
  app.on('second-instance', windows.focus);
  app.on('activate', windows.focus);
  windows.open();
  log('info', 'electron host started', { version: host.version });
}

function rendererContent() {
  // Set by `electron-vite dev`; a packaged app shows its own files, whatever its environment says.
  const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
  return devServer === undefined
    ? folderContent(join(app.getAppPath(), 'out', 'renderer'))
    : devServerContent(devServer);
}

/** Holds the end back until every run has been stopped and what it had is kept. */
function closeBeforeQuit(engine: Engine, leaving: Leaving, log: Log): void {
  let closing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    engine
      .close()
      .then(() => app.exit(0))
      .catch((error: unknown) => {
        log('error', 'Runlight did not close cleanly', { error: described(error) });
        app.exit(1);
      });
  });
  const shutdown = shutdownSignals({
    stop() {
      leaving.insist();
      app.quit();
    },
    force: () => app.exit(1),
    now: performance.now.bind(performance),
  });
  onShutdownSignal(shutdown.signal);
}

/** Tells why Runlight cannot start, and ends it. */
function refuse(error: Failure): void {
  process.stderr.write(`${failureLine(error)}\n`);
  dialog.showErrorBox('Runlight cannot start', [error.message, error.hint ?? ''].join('\n\n').trim());
  app.exit(EXIT_REFUSED);
}

/** The value of `--home`; everything else in the line is the business of Electron or Chromium. */
function homeArgument(argv: readonly string[]): string | undefined {
  const { values } = parseArgs({ args: argv.slice(1), strict: false, options: { home: { type: 'string' } } });
  return typeof values.home === 'string' ? values.home : undefined;
}
