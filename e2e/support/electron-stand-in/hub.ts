import type { BrowserWindowConstructorOptions } from 'electron';
import type { Browser } from './chromium.ts';
import type { StandInNotification, StandInTray } from './desktop.ts';
import type { StandInWindowType } from './windows.ts';

/** Of what the desktop shows, in order of its coming. */
export type Desktop = { notifications: StandInNotification[]; trays: StandInTray[]; blockers: number[] };

type Handler = (event: object, ...args: unknown[]) => unknown;

/** What the parts of the stand-in share: the state of the app that plays Electron. */
export const hub = {
  windows: new Map<number, StandInWindowType>(),
  windowCount: 0,
  /** What each window was made with. */
  windowOptions: [] as BrowserWindowConstructorOptions[],
  focused: 0,
  onWindowCreated: (_window: object): void => {},
  /** What shows outside of the windows now. */
  desktop: { notifications: [], trays: [], blockers: [] } as Desktop,
  onAllClosed: (): void => {},
  onContentsCreated: (_contents: object): void => {},
  /** The answer to `ipcMain.handle`. */
  handlers: new Map<string, Handler>(),
  schemes: new Map<string, (request: Request) => Response | Promise<Response>>(),
  /** Started for the first window. */
  browser: undefined as Promise<Browser> | undefined,
  colorScheme: null as 'light' | 'dark' | null,
  /** Electron's names of what a page may do now, as the app's handlers decide. */
  isPermitted: (_contents: object, _permission: string, _address: string): boolean => true,
};
