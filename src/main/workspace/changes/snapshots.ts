import { createHash, randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FileVersion } from '../../../shared/files/file-version.ts';

/** Larger files are not kept: their changes are known, but can neither be shown nor be reverted. */
export const KEPT_BYTES = 16 * 1024 * 1024;
const CHUNK = 256 * 1024;

/** What files held, by the hash of their bytes, in a folder that is made when it is first needed. */
export class Snapshots {
  readonly folder: string;
  readonly #durable: boolean;

  /** `durable`: whether what is kept must survive a power cut. */
  constructor(folder: string, { durable }: { readonly durable: boolean }) {
    this.folder = folder;
    this.#durable = durable;
  }

  /** Throws what the file system throws. */
  async keepBytes(bytes: Uint8Array, traits: Traits = {}): Promise<FileVersion> {
    if (bytes.length > KEPT_BYTES) return { bytes: bytes.length, ...traits };
    const hash = await hashOf(bytes);
    const known = await stat(this.#place(hash)).catch(() => undefined);
    if (known?.size !== bytes.length) {
      await this.#fresh(async (fresh) => {
        await fresh.writeFile(bytes);
        return hash;
      });
    }
    return { hash, bytes: bytes.length, ...traits };
  }

  /** Keeps all of an open file, in pieces so that nobody waits for a large one. Throws what the file system throws. */
  async keepFile(handle: FileHandle, { size, mode }: Pick<BigIntStats, 'size' | 'mode'>): Promise<FileVersion> {
    const traits = traitsOf({ mode });
    if (size > KEPT_BYTES) return { bytes: Number(size), ...traits };
    let length = 0;
    const kept = await this.#fresh(async (fresh) => {
      const hash = createHash('sha256');
      for (;;) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, length);
        if (bytesRead === 0) return hash.digest('hex');
        length += bytesRead;
        // It grows while it is read.
        if (length > KEPT_BYTES) return undefined;
        const piece = buffer.subarray(0, bytesRead);
        hash.update(piece);
        await fresh.writeFile(piece);
      }
    });
    return { ...(kept === undefined ? {} : { hash: kept }), bytes: length, ...traits };
  }

  /** Whether it is here; whether it is whole, only reading tells. */
  has(hash: string): Promise<boolean> {
    return access(this.#place(hash)).then(
      () => true,
      () => false,
    );
  }

  /** `undefined` when it is not here, or a power cut has left only a part of it. */
  async read(hash: string): Promise<Buffer | undefined> {
    const bytes = await readFile(this.#place(hash)).catch(() => undefined);
    return bytes !== undefined && (await hashOf(bytes)) === hash ? bytes : undefined;
  }

  #place(hash: string): string {
    return join(this.folder, hash);
  }

  /** Whole or not there at all. `write` answers the name to keep it under, or nothing to drop it. */
  async #fresh(write: (fresh: FileHandle) => Promise<string | undefined>): Promise<string | undefined> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const fresh = join(this.folder, `${randomUUID()}.tmp`);
    try {
      let hash: string | undefined;
      {
        await using handle = await open(fresh, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
        hash = await write(handle);
        if (hash !== undefined && this.#durable) await handle.sync();
      }
      if (hash === undefined) await unlink(fresh);
      else await rename(fresh, this.#place(hash));
      return hash;
    } catch (error) {
      await unlink(fresh).catch(() => undefined);
      throw error;
    }
  }
}

/** In pieces, so that nobody waits for a large one. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += CHUNK) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + CHUNK));
  }
  return hash.digest('hex');
}

type Traits = Pick<FileVersion, 'link' | 'executable'>;

export function traitsOf({ mode }: Pick<BigIntStats, 'mode'>): Traits {
  return process.platform !== 'win32' && (Number(mode) & 0o111) !== 0 ? { executable: true } : {};
}
