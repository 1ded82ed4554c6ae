import { app, BrowserWindow, dialog, powerMonitor, type MessageBoxOptions } from 'electron';
import type { Engine } from '../ipc/connection.ts';
import { createLeaving, type LeaveChoice, type Leaving, type Left } from './leaving.ts';
import { runsText, trayBackground } from './tray.ts';
import type { Windows } from './windows.ts';

const IS_MAC = process.platform === 'darwin';

/**
 * What becomes of runs, and of threads that are not saved, when the person quits, or closes the last window: they are asked. On a Mac a program without
 * windows stays in the Dock anyway, and closing the last one asks nothing; elsewhere it goes on in the tray.
 */
export function stayForRuns(engine: Engine, windows: Windows): Leaving {
  const tray = trayBackground({ runs: () => engine.runs(), openWindow: windows.focus });
  const leaving = createLeaving({
    runs: () => engine.runs(),
    unsavedThreads: () => engine.unsavedThreads(),
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

async function ask(left: Left): Promise<LeaveChoice> {
  const { choices, options } = left.runs === 0 ? aboutThreads(left.unsavedThreads) : aboutRuns(left);
  const window = BrowserWindow.getFocusedWindow();
  const box: MessageBoxOptions = {
    ...options,
    type: 'question',
    defaultId: 0,
    cancelId: choices.indexOf('stay'),
    noLink: true,
  };
  const { response } = await (window === null ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box));
  return choices[response] ?? 'stay';
}

type Question = {
  /** One for each button. */
  readonly choices: readonly LeaveChoice[];
  readonly options: Pick<MessageBoxOptions, 'message' | 'detail' | 'buttons'>;
};

function aboutRuns({ runs, unsavedThreads }: Left): Question {
  const place = IS_MAC ? 'the Dock' : 'the tray';
  const kept =
    'If you stop them, everything they did is kept, and each can be continued later. What waits for an approval waits on until Runlight is started again.';
  const lost = `${unsavedText(unsavedThreads)}, and gone if you quit.`;
  return {
    choices: ['background', 'stop', 'stay'],
    options: {
      message: runs === 1 ? 'A run has not ended' : `${runsText(runs)} have not ended`,
      detail: `They can go on while Runlight stays in ${place}. ${unsavedThreads === 0 ? kept : lost}`,
      buttons: ['Keep Running', 'Stop and Quit', 'Cancel'],
    },
  };
}

function aboutThreads(unsavedThreads: number): Question {
  return {
    choices: ['stay', 'stop'],
    options: {
      message: unsavedText(unsavedThreads),
      detail: 'What is not saved is gone when Runlight quits. Save what you want to keep first.',
      buttons: ['Cancel', 'Quit Without Saving'],
    },
  };
}

function unsavedText(threads: number): string {
  return threads === 1 ? 'A thread is not saved' : `${threads} threads are not saved`;
}
