import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { quote } from './failures.ts';
import { counted, escapedForRegExp } from './text.ts';

/** Looking for what may have been meant takes time: not in texts of more characters. */
const HINT_LIMIT = 500_000;
const MAX_PLACES = 10;

export type Replacement = {
  readonly oldText: string;
  readonly newText: string;
  /** Whether every place is meant; else there must be exactly one. */
  readonly all: boolean;
};

/**
 * Replaces exact text. Line endings are those of the file, whatever the replacement was written with: the two texts are
 * compared as if all lines ended with `\n`, and what comes in gets the endings of what it replaces. The rest of the text stays
 * as it is, byte for byte. `path` is how messages name the file.
 */
export function replaceText(
  text: string,
  { oldText, newText, all }: Replacement,
  path: string,
): Result<{ readonly text: string; readonly places: number }> {
  const wanted = plain(oldText);
  const replacement = plain(newText);
  if (wanted === '') return fail('bad_edit', 'old_text is empty', 'Give the text to replace, or use write_file');
  if (wanted === replacement)
    return fail('bad_edit', 'old_text and new_text are the same', 'There is nothing to change');
  const source = plain(text);
  const starts = startsOf(source, wanted);
  if (starts.length === 0) return fail('no_match', `old_text is not in ${quote(path)}`, nearHint(source, wanted));
  if (starts.length > 1 && !all) {
    const shown = starts.slice(0, MAX_PLACES);
    const lines = [...new Set(shown.map((start) => lineNumber(source, start)))];
    const where = `line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}${starts.length > shown.length ? ', …' : ''}`;
    return fail(
      'several_matches',
      `old_text is in ${quote(path)} ${counted(starts.length, 'time')}: ${where}`,
      'Add lines around it until it is the only one, or set replace_all',
    );
  }
  return ok({ text: spliced(text, starts, wanted.length, replacement), places: starts.length });
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function startsOf(source: string, wanted: string): readonly number[] {
  const starts: number[] = [];
  for (let at = source.indexOf(wanted); at !== -1; at = source.indexOf(wanted, at + wanted.length)) starts.push(at);
  return starts;
}

/** Puts the replacement into the text itself; `starts` and `length` are about its form with plain line endings. */
function spliced(text: string, starts: readonly number[], length: number, replacement: string): string {
  const isCrlf = text.includes('\r\n');
  const position = isCrlf ? positionsIn(text) : (at: number): number => at;
  let out = '';
  let done = 0;
  for (const start of starts) {
    const [from, to] = [position(start), position(start + length)];
    const replaced = text.slice(from, to);
    const hasEnding = replaced.includes('\n');
    const usesCrlf = hasEnding ? replaced.includes('\r\n') : isCrlf && nextEnding(text, to) === '\r\n';
    out += text.slice(done, from) + (usesCrlf ? replacement.replaceAll('\n', '\r\n') : replacement);
    done = to;
  }
  return out + text.slice(done);
}

/** The ending of the line at `at`, or of the one before when it is the last. */
function nextEnding(text: string, at: number): string {
  const next = text.indexOf('\n', at);
  const end = next === -1 ? text.lastIndexOf('\n', at) : next;
  return text.charAt(end - 1) === '\r' ? '\r\n' : '\n';
}

/** Where a position of the plain form is in `text`. To be asked in rising order. */
function positionsIn(text: string): (at: number) => number {
  let returns = 0;
  let next = text.indexOf('\r\n');
  return (at) => {
    // The return at `next` is gone in the plain form: what comes after it has moved by one more.
    while (next !== -1 && next - returns < at) {
      returns += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return at + returns;
  };
}

/** Says so when the text is there but for its white space, and where. */
function nearHint(source: string, wanted: string): string {
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const isSmall = source.length <= HINT_LIMIT && wanted.length <= HINT_LIMIT;
  const near = isSmall && words.length > 0 ? new RegExp(words.map(escapedForRegExp).join('\\s+')).exec(source) : null;
  return near === null
    ? 'Read the file again and copy the text exactly, as it is now'
    : `Only the white space differs at line ${lineNumber(source, near.index)}: copy indentation and blanks exactly`;
}

function lineNumber(source: string, at: number): number {
  let line = 1;
  for (let end = source.indexOf('\n'); end !== -1 && end < at; end = source.indexOf('\n', end + 1)) line += 1;
  return line;
}
