import type { FileHandle } from 'node:fs/promises';
import { grouped, headOf } from './text.ts';

const CHUNK = 64 * 1024;
/** After the lines that were asked for, this many bytes more are read to count the rest. */
const COUNT_LIMIT = 64 * 1024 * 1024;
const MAX_LINE = 2_000;
const MAX_TEXT = 60_000;

export type LineRange = {
  /** The first line, from 1. */
  readonly offset: number;
  /** How many lines at most. */
  readonly limit: number;
};

export type FileLines = {
  readonly kind: 'text';
  /** Without line endings. Overlong lines are cut and say so. */
  readonly lines: readonly string[];
  /** The number of the first of them. */
  readonly first: number;
  /** How many lines the file has; `undefined` when it is too large to count them. */
  readonly total: number | undefined;
  readonly bytes: number;
  /** Of the lines that were looked at. */
  readonly endings: 'lf' | 'crlf' | 'mixed';
  readonly byteOrderMark: boolean;
  /** Whether the last line of the file has a line ending; `undefined` when it was not reached. */
  readonly endsWithNewline: boolean | undefined;
};

export type BinaryFile = { readonly kind: 'binary'; readonly bytes: number };

/** Reads a range of lines in pieces, however large the file is. `undefined` when it was aborted. */
export async function readLinesOf(
  handle: FileHandle,
  range: LineRange,
  signal?: AbortSignal,
): Promise<FileLines | BinaryFile | undefined> {
  const reader = new LineReader(range);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const buffer = Buffer.allocUnsafe(CHUNK);
  let position = 0;
  let countedFrom: number | undefined;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, position);
    if (signal?.aborted === true) return undefined;
    const chunk = buffer.subarray(0, bytesRead);
    const text = chunk.includes(0) ? undefined : decode(decoder, chunk, bytesRead > 0);
    position += bytesRead;
    if (text === undefined) return { kind: 'binary', bytes: await sizeOf(handle, position) };
    reader.push(text);
    if (bytesRead === 0) return { ...reader.end(), bytes: position };
    if (reader.isDone) countedFrom ??= position;
    if (countedFrom !== undefined && position - countedFrom >= COUNT_LIMIT) {
      const bytes = await sizeOf(handle, position);
      return { ...reader.end(), bytes, total: undefined, endsWithNewline: undefined };
    }
  }
}

async function sizeOf(handle: FileHandle, read: number): Promise<number> {
  const { size } = await handle.stat();
  return Math.max(size, read);
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer, stream: boolean): string | undefined {
  try {
    return decoder.decode(chunk, { stream });
  } catch {
    return undefined;
  }
}

/** Finds the lines of a range in pieces of text. */
class LineReader {
  readonly #range: LineRange;
  readonly #lines: string[] = [];
  #room = MAX_TEXT;
  #full = false;
  #number = 1;
  /** Of the line at hand: its beginning when it is wanted, its length, its last character. */
  #kept = '';
  #length = 0;
  #last = '';
  #seen = { crlf: false, lf: false, byteOrderMark: false, anything: false };

  constructor(range: LineRange) {
    this.#range = range;
  }

  /** Whether no further line can be among those that were asked for. */
  get isDone(): boolean {
    return this.#full || this.#number >= this.#range.offset + this.#range.limit;
  }

  push(text: string): void {
    if (text === '') return;
    let from = 0;
    if (!this.#seen.anything) {
      this.#seen.anything = true;
      this.#seen.byteOrderMark = text.startsWith('\uFEFF');
      if (this.#seen.byteOrderMark) from = 1;
    }
    for (;;) {
      const end = text.indexOf('\n', from);
      this.#extend(text.slice(from, end === -1 ? undefined : end));
      if (end === -1) return;
      const hasReturn = this.#last === '\r';
      this.#seen[hasReturn ? 'crlf' : 'lf'] = true;
      this.#endLine(hasReturn ? this.#length - 1 : this.#length);
      from = end + 1;
    }
  }

  end(): Omit<FileLines, 'bytes'> {
    const endsWithNewline = this.#length === 0;
    if (!endsWithNewline) this.#endLine(this.#length);
    const { crlf, lf, byteOrderMark } = this.#seen;
    return {
      kind: 'text',
      lines: this.#lines,
      first: this.#range.offset,
      total: this.#number - 1,
      endings: crlf && lf ? 'mixed' : crlf ? 'crlf' : 'lf',
      byteOrderMark,
      endsWithNewline,
    };
  }

  get #isWanted(): boolean {
    return this.#number >= this.#range.offset && !this.isDone;
  }

  #extend(piece: string): void {
    if (piece === '') return;
    if (this.#isWanted && this.#kept.length <= MAX_LINE) this.#kept += piece.slice(0, MAX_LINE + 1);
    this.#length += piece.length;
    this.#last = piece.slice(-1);
  }

  #endLine(length: number): void {
    if (this.#isWanted) this.#keep(length);
    this.#number += 1;
    this.#kept = '';
    this.#length = 0;
    this.#last = '';
  }

  #keep(length: number): void {
    const line = this.#kept.slice(0, length);
    const shown =
      length > MAX_LINE ? `${headOf(line, MAX_LINE)}… [cut: the line has ${grouped(length)} characters]` : line;
    // One line is always shown, or nobody could ever read past it.
    if (shown.length + 1 > this.#room && this.#lines.length > 0) {
      this.#full = true;
      return;
    }
    this.#room -= shown.length + 1;
    this.#lines.push(shown);
  }
}
