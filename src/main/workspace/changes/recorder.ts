import { rm } from 'node:fs/promises';
import { whenAborted } from '../../lib/abort.ts';
import type { Root } from '../paths.ts';
import type { FileDesk } from './file-desk.ts';
import { Snapshots } from './snapshots.ts';
import type { CommandChanges, Limits } from './tracker.ts';

const USUAL: Limits = { scanMs: 10_000, keepMs: 10_000 };
/** After a stop nobody waits for long. */
const HURRIED: Limits = { scanMs: 1000, keepMs: 1000 };

type RecorderPlaces = {
  /** The folder of what files held before and after their changes. */
  readonly kept: string;
  /** The file of what they hold while a run may change them; gone when it ends. */
  readonly scratch: string;
};

/** Keeps what one run changes in its workspace. */
export class Recorder {
  readonly snapshots: Snapshots;
  readonly #id: string;
  readonly #places: RecorderPlaces;
  readonly #desk: FileDesk;
  #tracks = false;

  /** `id`: no other recorder of the desk has it. */
  constructor(id: string, places: RecorderPlaces, desk: FileDesk) {
    this.#id = id;
    this.#places = places;
    this.#desk = desk;
    this.snapshots = new Snapshots(places.kept, { durable: true });
  }

  /** Looks at the folder before a command. Answers the way to find out, after it, what the command changed. */
  async beforeCommand(root: Root, signal: AbortSignal): Promise<() => Promise<CommandChanges>> {
    this.#tracks = true;
    const aborted = whenAborted(signal);
    const looked = this.#desk.ask('before', { tracker: this.#id, root, ...this.#places, limits: USUAL });
    const before = await Promise.race([looked, aborted.promise]);
    aborted.dispose();
    return async () => {
      if (before?.ok !== true) return { files: [], unknown: 'failed' };
      const limits = signal.aborted ? HURRIED : USUAL;
      const changes = await this.#desk.ask('after', { tracker: this.#id, limits });
      return changes.ok ? changes.value : { files: [], unknown: 'failed' };
    };
  }

  /** When the run has ended. */
  async close(): Promise<void> {
    if (!this.#tracks) return;
    await this.#desk.ask('forget', { tracker: this.#id });
    await rm(this.#places.scratch, { force: true });
  }
}
