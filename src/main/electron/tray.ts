import { join } from 'node:path';
import { app, Menu, Tray } from 'electron';
import { activeRuns, type RunCounts } from '../../shared/run/status.ts';

export type TrayParts = { readonly runs: () => RunCounts; readonly openWindow: () => void };

/** The sign of a program without windows, in the corner of the screen. */
export type Background = {
  readonly enter: () => void;
  readonly leave: () => void;
  /** The number of runs has changed. */
  readonly refresh: () => void;
  readonly isOn: () => boolean;
};

export function trayBackground({ runs, openWindow }: TrayParts): Background {
  let tray: Tray | undefined;

  function refresh(): void {
    if (tray === undefined) return;
    const words = runsText(activeRuns(runs()));
    tray.setToolTip(`Runlight: ${words}`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Runlight', click: openWindow },
        { label: words, enabled: false },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    );
  }

  return {
    enter() {
      if (tray !== undefined) return;
      tray = new Tray(join(app.getAppPath(), 'resources', 'tray.png'));
      tray.on('click', openWindow);
      refresh();
    },
    leave() {
      tray?.destroy();
      tray = undefined;
    },
    refresh,
    isOn: () => tray !== undefined,
  };
}

export function runsText(count: number): string {
  if (count === 0) return 'no runs';
  return count === 1 ? '1 run' : `${count} runs`;
}
