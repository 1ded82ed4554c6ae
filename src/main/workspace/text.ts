import { isUtf8 } from 'node:buffer';

/**
 * The text of a whole file, byte order mark included; `undefined` when it is binary: not UTF-8, or with NUL bytes. Text and
 * bytes are the same thing said twice: encoding the text gives back the very bytes.
 */
export function textOf(bytes: Buffer): string | undefined {
  return bytes.includes(0) || !isUtf8(bytes) ? undefined : bytes.toString('utf8');
}

/** `1234567` as `1,234,567`. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `3 files`, `1 file`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first `length` UTF-16 units of `text`, or one less so as not to split a character. */
export function headOf(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** The last `length` UTF-16 units of `text`, or one less so as not to split a character. */
export function tailOf(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  const first = text.charCodeAt(start);
  return text.slice(first >= 0xdc00 && first < 0xe000 ? start + 1 : start);
}

/** `text` as a regular expression that matches just that. */
export function escapedForRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** A name to print on a line of its own: one that holds line breaks or other control characters is quoted. */
export function shownName(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}
