import { z } from 'zod';
import { FIGURE_RANGES, type Figures } from '../../run/figures.ts';
import type { RunningThread } from '../../run/running.ts';
import { Settings } from '../../settings.ts';
import { route, Nothing } from './parts.ts';

/** The program itself: what it is, its settings, its store, its figures. */
export const app = {
  'app.info': route<AppInfo>()(Nothing),
  /** An address that lets one more browser in, once. Fails with `no_link` where the host serves no browsers. */
  'app.link': route<{ readonly url: string }>()(Nothing),
  'settings.get': route<Settings>()(Nothing),
  'settings.set': route<Settings>()(Settings.partial()),
  'overview.now': route<readonly RunningThread[]>()(Nothing),
  'overview.figures': route<Figures>()(
    z.object({
      range: z.enum(FIGURE_RANGES),
      /** The person's, as an IANA name: days begin at their midnight. */
      timeZone: z.string().max(100),
    }),
  ),
  'storage.info': route<StorageInfo>()(Nothing),
  /** Shows the home folder in the system's file manager; fails with `no_file_manager` where the host cannot. */
  'storage.open': route<null>()(Nothing),
} as const;

export type StorageInfo = {
  /** Bytes on the disk: of threads and settings, and of everything in the home folder. */
  readonly storeBytes: number;
  readonly homeBytes: number;
  /** Copies that were made before the store's format moved on, newest first. */
  readonly backups: readonly { readonly path: string; readonly bytes: number; readonly at: number }[];
  readonly canOpen: boolean;
};

export type AppInfo = {
  readonly version: string;
  readonly host: 'electron' | 'web';
  readonly platform: string;
  /** The folder that everything is kept in. */
  readonly home: string;
  /** Whether `folder.pick` opens a dialog. */
  readonly canPickFolder: boolean;
  /** Where keys are kept: encrypted by the system's key store, or in a file that only its owner can read. */
  readonly keyStore: 'system' | 'file';
  /** Whether `files.open` opens a file. */
  readonly canOpenFiles: boolean;
  /** Whether `history.import` opens a dialog; else a file is uploaded first. */
  readonly canPickFile: boolean;
  /** Folders that runs worked in lately, newest first. */
  readonly recentFolders: readonly string[];
};
