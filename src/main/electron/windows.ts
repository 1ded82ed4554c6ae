import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, screen, type WebContents } from 'electron';
import type { Push } from '../../shared/ipc/contract.ts';
import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import { APP_URL } from './app-url.ts';
import { PUSH_CHANNEL } from './channels.ts';
import { MIN_SIZE, placeWindow, readWindowState, writeWindowState } from './window-state.ts';

/** What shows before the page does; its own colours are in src/renderer/styles.css. */
const BACKGROUND = { light: '#ffffff', dark: '#17171a' };

const CASCADE = 28;

export type Windows = {
  readonly open: () => void;
  /** Brings one to the front; opens one when there is none. */
  readonly focus: () => void;
  /** Brings one to the front, with the entry in sight. */
  readonly show: (threadId: string, entryId: string) => void;
  readonly has: (contents: WebContents) => boolean;
};

export function appWindows(log: Log): Windows {
  const stateFile = join(app.getPath('userData'), 'window-state.json');
  const own = new Set<WebContents>();

  /** `hash`: where in the page, as src/renderer/state/route.ts writes it. */
  function open(hash = ''): void {
    const state = readWindowState(stateFile);
    const place = placeWindow(
      state,
      screen.getAllDisplays().map((display) => display.workArea),
    );
    const shift = BrowserWindow.getAllWindows().length * CASCADE;
    const window = new BrowserWindow({
      ...place,
      ...(place.x === undefined || place.y === undefined ? {} : { x: place.x + shift, y: place.y + shift }),
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      title: 'Runlight',
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
      webPreferences: {
        preload: join(app.getAppPath(), 'out', 'preload', 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        navigateOnDragDrop: false,
      },
    });
    own.add(window.webContents);
    const contents = window.webContents;
    window.once('ready-to-show', () => {
      if (state?.maximized === true) window.maximize();
      window.show();
    });
    window.on('close', () => {
      try {
        writeWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() });
      } catch (error) {
        log('warn', 'the size of the window was not kept', { error: described(error) });
      }
    });
    window.on('closed', () => own.delete(contents));
    contents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason === 'clean-exit') return;
      log('error', 'a window crashed', { reason, exitCode });
      void offerReload(window, reason);
    });
    window.loadURL(APP_URL + hash).catch((error: unknown) => {
      log('error', 'a window could not load its page', { error: described(error) });
    });
  }

  return {
    open: () => open(),
    focus() {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) open();
      else bringToFront(window);
    },
    show(threadId, entryId) {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) return open(`#/thread/${encodeURIComponent(threadId)}/${encodeURIComponent(entryId)}`);
      bringToFront(window);
      window.webContents.send(PUSH_CHANNEL, { type: 'show', threadId, entryId } satisfies Push);
    },
    has: (contents) => own.has(contents),
  };
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

async function offerReload(window: BrowserWindow, reason: string): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'This window stopped working',
    detail: `Running agents go on. (${reason})`,
    buttons: ['Reload', 'Close'],
    defaultId: 0,
    cancelId: 1,
  });
  if (window.isDestroyed()) return;
  if (response === 0) window.webContents.reload();
  else window.destroy();
}
