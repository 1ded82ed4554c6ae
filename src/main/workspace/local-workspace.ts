import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileChange } from '../../shared/files/file-version.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Recorder } from './changes/recorder.ts';
import { type RestoreRequest, restoreFile } from './changes/restore-file.ts';
import type { CommandChanges } from './changes/tracker.ts';
import { commandEnvironment, type Environment } from './command-environment.ts';
import { fileSystemFailure, notAFolder, notFound, stopped } from './failures.ts';
import { type Listing, listFolder, type ListOptions } from './list-folder.ts';
import { type Location, locate, missingHint } from './locate.ts';
import type { Root } from './paths.ts';
import { openLocated, readFileBytes, readTextFile, type TextFile } from './read-file.ts';
import { type BinaryFile, type FileLines, type LineRange, readLinesOf } from './read-lines.ts';
import { type CommandEnd, type CommandSpec, runCommand } from './run-command.ts';
import { search, type SearchOptions, type SearchResult } from './search.ts';
import type { SearchQuery } from './search-job.ts';
import { type WriteOptions, type Written, writeTextFile } from './write-file.ts';

export type WorkspaceOptions = {
  /** The folder; relative ones are resolved against the current folder. It need not exist yet. */
  readonly root: string;
  /** Folders that commands look for programs in before all others. */
  readonly path?: readonly string[];
  /** Folders where the person's own shell looks for programs; asked for before each command. */
  readonly shellPath?: () => Promise<readonly string[]>;
  /** Variables of commands, over those of this process. */
  readonly env?: Environment;
};

export type RunOptions = Omit<CommandSpec, 'command' | 'cwd' | 'environment'> & {
  /** A folder inside the workspace; its own folder when absent. */
  readonly cwd?: string;
};

export type RecordedEnd = CommandEnd & { readonly changes?: CommandChanges };

/**
 * A folder to work in, and the one thing that knows how to stay inside it. Paths are relative to the folder or absolute
 * inside it; links are followed as long as they stay inside. Commands start in the folder but are not confined to it.
 *
 * Failures: `workspace_gone`, `outside_workspace`, `bad_path`, `not_found`, `is_folder`, `not_a_folder`, `not_a_file`,
 * `binary_file`, `too_large`, `changed`, `protected_path`, `no_permission`, `disk_full`, `too_many_files`, `io_error`,
 * `bad_pattern`, `bad_glob`, `search_failed`, `bad_command`, `command_not_started`, `stopped`.
 */
export class LocalWorkspace {
  /** Absolute, as it was named: links in it are not resolved. */
  readonly root: string;
  readonly #path: readonly string[];
  readonly #shellPath: WorkspaceOptions['shellPath'];
  readonly #env: Environment;
  #real: string | undefined;
  #recorder: Recorder | undefined;

  constructor({ root, path = [], shellPath, env = {} }: WorkspaceOptions) {
    this.root = resolve(root);
    this.#path = path.map((folder) => resolve(folder));
    this.#shellPath = shellPath;
    this.#env = env;
  }

  /** The same folder, for a run whose changes are recorded. */
  recordedBy(recorder: Recorder): LocalWorkspace {
    const recorded = new LocalWorkspace({
      root: this.root,
      path: this.#path,
      shellPath: this.#shellPath,
      env: this.#env,
    });
    recorded.#recorder = recorder;
    return recorded;
  }

  /** Whether the folder is there. */
  async check(): Promise<Result<null>> {
    const root = await this.#open();
    return root.ok ? ok(null) : root;
  }

  /** Where a path leads, for the moment; what is missing on it could be created. */
  async locate(path: string): Promise<Result<Location>> {
    const root = await this.#open();
    return root.ok ? locate(root.value, path) : root;
  }

  list(path: string, options: ListOptions): Promise<Result<Listing>> {
    return this.#at(path, (root, location) => listFolder(root, location, options));
  }

  /** A whole text file of up to 2 MiB. */
  read(path: string, signal?: AbortSignal): Promise<Result<TextFile>> {
    return this.#at(path, (root, location) => readTextFile(root, location, signal));
  }

  /** All bytes of a file of up to `limit` bytes. */
  readBytes(path: string, limit: number): Promise<Result<Uint8Array>> {
    return this.#at(path, (root, location) => readFileBytes(root, location, limit));
  }

  /** Some lines of a file of any size, or that it is binary. */
  readLines(path: string, range: LineRange, signal?: AbortSignal): Promise<Result<FileLines | BinaryFile>> {
    return this.#at(path, async (root, location) => {
      const opened = await openLocated(root, location);
      if (!opened.ok) return opened;
      await using handle = opened.value;
      try {
        const lines = await readLinesOf(handle, range, signal);
        return lines === undefined ? stopped() : ok(lines);
      } catch (error) {
        return fileSystemFailure(error, path);
      }
    });
  }

  /** Creates or replaces a text file, and the folders that lead to it. */
  write(path: string, text: string, options: Omit<WriteOptions, 'snapshots'> = {}): Promise<Result<Written>> {
    const snapshots = this.#recorder?.snapshots;
    return this.#at(path, (root, location) => writeTextFile(root, location, text, { ...options, snapshots }));
  }

  /** In a thread of its own, which makes sure of the path again: looking here first saves starting it in vain. */
  search(query: SearchQuery, options: SearchOptions = {}): Promise<Result<SearchResult>> {
    return this.#at(query.path, (root) => search(root, query, options));
  }

  /** Puts a file back to a state that was kept; see `restoreFile`. */
  restore(path: string, request: RestoreRequest): Promise<Result<FileChange>> {
    return this.#at('.', (root) => restoreFile(root, path, request));
  }

  /** Runs a shell command; see `runCommand`. `changes`: what it changed in the folder, where that is recorded. */
  run(command: string, { cwd = '.', ...options }: RunOptions): Promise<Result<RecordedEnd>> {
    return this.#at(cwd, async (root, location) => {
      if (location.kind === 'missing') return notFound(cwd, missingHint(location));
      if (location.kind !== 'folder') return notAFolder(cwd);
      const shellPath = await this.#shellPath?.();
      const environment = commandEnvironment(process.env, { path: this.#path, shellPath, extra: this.#env });
      const changes = await this.#recorder?.beforeCommand(root, options.signal);
      const ended = await runCommand({ ...options, command, cwd: location.real, environment });
      return ended.ok && changes !== undefined ? ok({ ...ended.value, changes: await changes() }) : ended;
    });
  }

  /**
   * Before something else than this workspace changes the folder: the way to find out, after it, what it changed.
   * `undefined` where that is not recorded.
   */
  async compare(signal: AbortSignal): Promise<(() => Promise<CommandChanges>) | undefined> {
    const root = await this.#open();
    return root.ok ? this.#recorder?.beforeCommand(root.value, signal) : undefined;
  }

  async #at<T>(path: string, act: (root: Root, location: Location) => Promise<Result<T>>): Promise<Result<T>> {
    const root = await this.#open();
    if (!root.ok) return root;
    const location = await locate(root.value, path);
    return location.ok ? act(root.value, location.value) : location;
  }

  /** The real folder is found once: a link that later leads elsewhere does not move the workspace. */
  async #open(): Promise<Result<Root>> {
    try {
      const real = this.#real ?? (await realpath(this.root));
      if ((await stat(real)).isDirectory()) {
        this.#real = real;
        return ok({ named: this.root, real });
      }
    } catch {
      // Whatever the reason, there is no folder to work in.
    }
    const hint = 'Put it back, or choose another folder';
    return fail('workspace_gone', `The folder ${this.root} is not there or cannot be opened`, hint);
  }
}
