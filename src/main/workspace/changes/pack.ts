import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where bytes lie in a pack. */
export type Packed = { readonly offset: number; readonly length: number };

/** Bytes that may be wanted again while a run goes on, one after the other in one file. For threads that may wait. */
export class Pack {
  readonly #file: string;
  #fd: number | undefined;
  #end = 0;

  /** `file` is made when it is first needed; closing leaves it there. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Throws what the file system throws. */
  add(bytes: Buffer): Packed {
    if (this.#fd === undefined) {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      this.#fd = openSync(this.#file, 'wx+', 0o600);
    }
    const packed = { offset: this.#end, length: bytes.length };
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done, packed.offset + done);
    }
    this.#end += bytes.length;
    return packed;
  }

  read({ offset, length }: Packed): Buffer {
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length && this.#fd !== undefined; ) {
      const read = readSync(this.#fd, bytes, done, length - done, offset + done);
      if (read === 0) throw new Error('A pack is shorter than what was put in');
      done += read;
    }
    return bytes;
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
