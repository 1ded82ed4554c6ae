import { app, BrowserWindow, dialog, powerMonitor, type MessageBoxOptions } from 'electron';
import type { Engine } from '../ipc/connection.ts';
import { createLeaving, type LeaveChoice, type Leaving } from './leaving.ts';
import { runsText, trayBackground } from './tray.ts';
import type { Windows } from './windows.ts';

const IS_MAC = process.platform === 'darwin';

const CHOICES: readonly LeaveChoice[] = ['background', 'stop', 'stay'];

/**
 * What becomes of runs when the person quits, or closes the last window: they are asked. On a Mac a program without
 * windows stays in the Dock anyway, and closing the last one asks nothing; elsewhere it goes on in the tray.
 */
export function stayForRuns(engine: Engine, windows: Windows): Leaving {
  const tray = trayBackground({ runs: () => engine.runs(), openWindow: windows.focus });
  const leaving = createLeaving({
    runs: () => engine.runs(),
    ask,
    toBackground() {
      if (!IS_MAC) tray.enter();
      for (const window of BrowserWindow.getAllWindows()) window.close();
    },
    stay() {
      // A window that crashed has gone without asking.
      if (!IS_MAC && !tray.isOn() && BrowserWindow.getAllWindows().length === 0) windows.open();
    },
    quit: () => app.quit(),
  });
  engine.connect((push) => {
    if (push.type === 'changed' && push.what === 'runs') tray.refresh();
  });
  app.on('browser-window-created', (_event, window) => {
    tray.leave();
    window.on('close', (event) => {
      const isLast = BrowserWindow.getAllWindows().length === 1;
      if (!IS_MAC && isLast && !tray.isOn() && !leaving.mayGo()) event.preventDefault();
    });
  });
  app.on('before-quit', (event) => {
    if (!leaving.mayGo()) event.preventDefault();
  });
  app.on('window-all-closed', () => {
    if (!IS_MAC && !tray.isOn()) app.quit();
  });
  powerMonitor.on('shutdown', leaving.insist);
  return leaving;
}

async function ask(runs: number): Promise<LeaveChoice> {
  const place = IS_MAC ? 'the Dock' : 'the tray';
  const options: MessageBoxOptions = {
    type: 'question',
    message: runs === 1 ? 'A run has not ended' : `${runsText(runs)} have not ended`,
    detail: `They can go on while Runlight stays in ${place}. If you stop them, everything they did is kept, and each can be continued later. What waits for an approval waits on until Runlight is started again.`,
    buttons: ['Keep Running', 'Stop and Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  };
  const window = BrowserWindow.getFocusedWindow();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return CHOICES[response] ?? 'stay';
}
