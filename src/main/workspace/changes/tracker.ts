import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { must } from '../../../shared/lib/assert.ts';
import { type FileChange, type FileState, type FileVersion, isSameState } from '../../../shared/files/file-version.ts';
import type { FilesChangedBody } from '../../../shared/thread/entry.ts';
import { gitBlobs } from '../git.ts';
import type { Root } from '../paths.ts';
import { readFileInside, readLinkInside } from '../read-inside.ts';
import type { Pack, Packed } from './pack.ts';
import { type Scan, type ScannedFile, scan } from './scan.ts';
import { KEPT_BYTES, type Snapshots, traitsOf } from './snapshots.ts';

/** What a command changed, found by comparing. */
export type CommandChanges = Pick<FilesChangedBody, 'files' | 'more' | 'unknown'>;

/** More changes of one command are counted, but not listed. */
const MOST_LISTED = 1000;
/** Of what a run has not seen before, so much is kept; files beyond it can be listed, but neither shown nor reverted. */
const MOST_KEPT_BYTES = 256 * 1024 * 1024;
/** Files between two turns of the loop: others have work for this thread, too. */
const TURN = 32;
/** A file that changed no later than so long before a look had not been changed since. */
const CLOCK_MS = 100;

export type Limits = {
  /** How long looking at the folder may take. */
  readonly scanMs: number;
  /** How long keeping what files hold may take. */
  readonly keepMs: number;
};

/** A file as it was when it was last looked at. */
type Known = { readonly signature: string; readonly fresh: boolean; readonly source: Source };

/** Where its bytes can be had from. */
type Source = { readonly version: FileVersion } & (
  | { readonly from: 'pack'; readonly packed: Packed }
  | { readonly from: 'git'; readonly oid: string }
  /** By its hash, where it has one. */
  | { readonly from: 'kept' }
);

/**
 * Follows a folder through the commands of a run. Before each command it makes sure that what files hold is kept
 * somewhere: by Git where they are as Git has them, else in a pack. After it, what differs goes to `kept`.
 */
export class Tracker {
  readonly #root: Root;
  readonly #kept: Snapshots;
  readonly #pack: Pack;
  #files = new Map<string, Known>();
  #lookedAt = 0;
  #gaveUp: CommandChanges['unknown'];

  constructor(root: Root, kept: Snapshots, pack: Pack) {
    this.#root = root;
    this.#kept = kept;
    this.#pack = pack;
  }

  async before({ scanMs, keepMs }: Limits): Promise<void> {
    const found = await scan(this.#root, performance.now() + scanMs);
    this.#gaveUp = found.gaveUp;
    if (found.gaveUp !== undefined) return;
    const files = new Map<string, Known>();
    const unknown: (readonly [string, ScannedFile])[] = [];
    for (const [path, file] of found.files) {
      const known = this.#files.get(path);
      if (known !== undefined && known.signature === file.signature && !known.fresh) files.set(path, known);
      else if (file.oid === undefined) unknown.push([path, file]);
      else files.set(path, knownBy(file, { from: 'git', oid: file.oid, version: unkept(file) }));
    }
    const read = this.#reader(performance.now() + keepMs);
    for (const [index, [path, file]] of unknown.entries()) {
      files.set(path, knownBy(file, this.#packed(file, read(path, file))));
      if (index % TURN === 0) await setImmediate();
    }
    this.#files = files;
    this.#lookedAt = found.at;
  }

  async after({ scanMs, keepMs }: Limits): Promise<CommandChanges> {
    if (this.#gaveUp !== undefined) return { files: [], unknown: this.#gaveUp };
    const before = this.#files;
    const found = await scan(this.#root, performance.now() + scanMs, before.keys());
    if (found.gaveUp !== undefined) {
      this.#files = new Map();
      return { files: [], unknown: found.gaveUp };
    }
    const suspects = this.#suspects(found);
    const until = performance.now() + keepMs;
    const old = await this.#statesBefore(suspects, until);
    const read = this.#reader(until);
    const files: FileChange[] = [];
    for (const path of suspects.slice(0, MOST_LISTED)) {
      const file = found.files.get(path);
      const bytes = file && read(path, file);
      const isGone = file === undefined || (bytes === undefined && !isThere(join(this.#root.real, path)));
      const after = isGone ? null : await this.#keep(file, bytes);
      if (isGone || after === null) this.#files.delete(path);
      else this.#files.set(path, knownBy(file, { from: 'kept', version: after }));
      const change = { path, before: old.get(path) ?? null, after };
      if (!isSameState(change.before, after)) files.push(change);
    }
    const more = suspects.slice(MOST_LISTED);
    // They are looked at anew before the next command.
    for (const path of more) this.#files.delete(path);
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return more.length === 0 ? { files } : { files, more: more.length };
  }

  /** Paths at which something may have changed. */
  #suspects({ files }: Scan): readonly string[] {
    const suspects: string[] = [];
    for (const [path, { signature, stat }] of files) {
      const known = this.#files.get(path);
      // What was there all along has only now come into view: it was ignored until then.
      if (known === undefined && Number(stat.ctimeMs) < this.#lookedAt - CLOCK_MS) continue;
      if (known === undefined || known.fresh || known.signature !== signature) suspects.push(path);
    }
    for (const path of this.#files.keys()) if (!files.has(path)) suspects.push(path);
    return suspects;
  }

  /** What stood at these paths before the command, kept as far as possible. */
  async #statesBefore(paths: readonly string[], until: number): Promise<ReadonlyMap<string, FileState>> {
    const states = new Map<string, FileState>();
    const blobs: { readonly path: string; readonly oid: string; readonly version: FileVersion }[] = [];
    for (const path of paths.slice(0, MOST_LISTED)) {
      const source = this.#files.get(path)?.source;
      if (source === undefined) continue;
      if (source.from === 'git') blobs.push({ path, ...source });
      const bytes = source.from === 'pack' ? this.#pack.read(source.packed) : undefined;
      states.set(
        path,
        bytes === undefined ? source.version : await this.#kept.keepBytes(bytes, traitsIn(source.version)),
      );
    }
    let index = 0;
    let room = MOST_KEPT_BYTES;
    for await (const bytes of gitBlobs(
      this.#root.real,
      blobs.map(({ oid }) => oid),
    )) {
      const { path, version } = must(blobs[index], 'the file of a blob');
      index += 1;
      // Git may store a file otherwise than it lies in the folder: other line endings, a pointer to it.
      if (bytes?.length !== version.bytes || bytes.length > room) continue;
      room -= bytes.length;
      states.set(path, { ...version, ...(await this.#kept.keepBytes(bytes)) });
      if (performance.now() > until) break;
    }
    return states;
  }

  /** Puts what a file holds where it can be had from. */
  #packed(file: ScannedFile, bytes: Buffer | undefined): Source {
    const version = unkept(file);
    if (bytes === undefined) return { from: 'kept', version };
    try {
      return { from: 'pack', packed: this.#pack.add(bytes), version: { ...version, bytes: bytes.length } };
    } catch {
      // A full disk: changes are found all the same.
      return { from: 'kept', version };
    }
  }

  async #keep(file: ScannedFile, bytes: Buffer | undefined): Promise<FileVersion> {
    const version = unkept(file);
    return bytes === undefined ? version : this.#kept.keepBytes(bytes, traitsIn(version)).catch(() => version);
  }

  /** Reads what files hold, as long as there is time and room. */
  #reader(until: number): (path: string, file: ScannedFile) => Buffer | undefined {
    let room = MOST_KEPT_BYTES;
    return (path, { stat }) => {
      const size = Number(stat.size);
      if (size > KEPT_BYTES || size > room || performance.now() > until) return undefined;
      room -= size;
      const place = join(this.#root.real, path);
      return stat.isSymbolicLink() ? readLinkInside(this.#root, place) : readFileInside(this.#root, place, KEPT_BYTES);
    };
  }

  close(): void {
    this.#pack.close();
  }
}

function knownBy({ signature, fresh }: ScannedFile, source: Source): Known {
  return { signature, fresh, source };
}

function unkept({ stat }: ScannedFile): FileVersion {
  return { bytes: Number(stat.size), ...(stat.isSymbolicLink() ? { link: true as const } : traitsOf(stat)) };
}

function traitsIn({ link, executable }: FileVersion): Pick<FileVersion, 'link' | 'executable'> {
  return { ...(link === true ? { link } : {}), ...(executable === true ? { executable } : {}) };
}

function isThere(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}
