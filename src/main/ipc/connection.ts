import type { Push } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/lib/result.ts';
import type { RunCounts } from '../../shared/run/status.ts';
import type { ExportFile } from '../histories/export-history.ts';
import type { Log } from '../lib/log.ts';
import type { Notice } from '../runs/notices.ts';

/** One window's line to the engine. Whoever carries it knows neither requests nor pushes: both are data to it. */
export type Connection = {
  /** Never rejects. An unknown name or a wrong input is a failure (`bad_request`). */
  request(name: string, input: unknown): Promise<Result<unknown>>;
  close(): void;
};

export type Engine = {
  /** `push` gets, in order, what the window should know. It must not throw. */
  connect(push: (push: Push) => void): Connection;
  /** How many runs have not ended. */
  runs(): RunCounts;
  /** How many threads are not saved: they are gone when it is closed. */
  unsavedThreads(): number;
  /** The file that `history.export` offered under this id, once. */
  download(id: string): ExportFile | undefined;
  /** Keeps a file that a window sends, for `history.import`. */
  upload(body: AsyncIterable<Uint8Array>): Promise<Result<{ readonly uploadId: string }>>;
  /** Stops every run, commits what they had, and lets the home folder go. */
  close(): Promise<void>;
};

export type EngineOptions = {
  readonly home: string;
  readonly host: Host;
  readonly log: Log;
  /** Keys of providers may be in it. Absent: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
};

/** How a host comes to its engine. */
export type OpenEngine = (options: EngineOptions) => Promise<Result<Engine>>;

/** What an engine may ask of the program that it lives in. */
export type Host = {
  readonly kind: 'electron' | 'web';
  readonly version: string;
  /** The folder that ships with the program: the demo project is in it. */
  readonly resources: string;
  /** An address that lets one more browser in. Absent, or `undefined`, where the host serves none. */
  readonly link?: () => string | undefined;
  /** Opens the host's folder dialog; `null` when the person cancelled. Absent where there is none. */
  readonly pickFolder?: () => Promise<string | null>;
  /**
   * Opens a file in the program that the system has for it; one that would run is shown in its folder instead. Answers
   * what went wrong, or nothing. Absent where there is no desktop.
   */
  readonly openFile?: (path: string) => Promise<string | undefined>;
  /** Asks where to save a file, suggesting a name; `null` when the person cancelled. Absent where there is no dialog. */
  readonly pickSavePath?: (name: string) => Promise<string | null>;
  /** Asks for a file to open; `null` when the person cancelled. Absent where there is no dialog. */
  readonly pickFile?: () => Promise<string | null>;
  /** Shows a folder in the system's file manager. Absent where there is none. */
  readonly showFolder?: (path: string) => Promise<Result<null>>;
  /** Encrypts keys at rest with the system's own store. Absent: a file that only its owner can read. */
  readonly cipher?: Cipher;
  /** Keeps the machine from falling asleep, or lets it. Absent where the host cannot. */
  readonly keepAwake?: (on: boolean) => void;
  /** Tells a person who looks elsewhere. Absent where the host cannot. */
  readonly notify?: (notice: Notice & { readonly title: string }) => void;
  /** Folders where the person's own shell looks for programs, when this process was not started from one. */
  readonly shellPath?: () => Promise<readonly string[]>;
};

export type Cipher = { encrypt(text: string): Uint8Array; decrypt(bytes: Uint8Array): string };
