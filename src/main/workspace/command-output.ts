import { stripVTControlCharacters } from 'node:util';
import { counted, headOf, tailOf } from './text.ts';

const HEAD = 16_000;
const TAIL = 32_000;

/** Keeps the beginning and the end of what a command prints, however much that is. */
export class CommandOutput {
  #head = '';
  #tail = '';
  #leftOut = 0;

  push(text: string): void {
    const toHead = headOf(text, Math.max(0, HEAD - this.#head.length));
    // The head is never filled up after something has gone to the tail.
    const isHeadOpen = this.#tail === '' && this.#leftOut === 0;
    if (isHeadOpen) this.#head += toHead;
    this.#tail += isHeadOpen ? text.slice(toHead.length) : text;
    if (this.#tail.length <= 2 * TAIL) return;
    this.#trim();
  }

  #trim(): void {
    const tail = tailOf(this.#tail, TAIL);
    this.#leftOut += Buffer.byteLength(this.#tail) - Buffer.byteLength(tail);
    this.#tail = tail;
  }

  /** What a model reads of it: without colours and cursor movements. */
  text(): string {
    if (this.#tail.length > TAIL) this.#trim();
    const note = this.#leftOut === 0 ? '' : `\n… ${counted(this.#leftOut, 'byte')} left out …\n`;
    return stripVTControlCharacters(`${this.#head}${note}${this.#tail}`).replaceAll('\r\n', '\n');
  }
}
