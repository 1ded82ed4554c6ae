import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { thrownMessage } from '../lib/thrown.ts';
import { escapedForRegExp, headOf } from './text.ts';

/** Longer lines are shown in part, around the match. */
const MAX_SHOWN = 300;
const BEFORE_MATCH = 80;

export type Pattern = {
  readonly text: string;
  /** Whether `text` is to be found as it stands, or is a JavaScript regular expression. */
  readonly literal: boolean;
  readonly ignoreCase: boolean;
};

export type ShownLine = { readonly number: number; readonly text: string; readonly isMatch: boolean };

/** The pattern as one expression to try on single lines. */
export function compile({ text, literal, ignoreCase }: Pattern): Result<RegExp> {
  const source = literal ? escapedForRegExp(text) : text;
  const flags = ignoreCase ? 'i' : '';
  try {
    return ok(new RegExp(source, `${flags}u`));
  } catch {
    // Unicode expressions refuse needless escapes, which are common in patterns written for other engines.
  }
  try {
    return ok(new RegExp(source, flags));
  } catch (error) {
    const reason = thrownMessage(error);
    return fail('bad_pattern', reason, 'Use JavaScript syntax, or set literal to find the text as it stands');
  }
}

/**
 * The lines of `text` that match, with `context` lines around each, every line once and in order. No more than `limit`
 * matches are shown; `count` goes one further when there are more.
 */
export function matchLines(
  text: string,
  expression: RegExp,
  { context, limit }: { readonly context: number; readonly limit: number },
): { readonly count: number; readonly lines: readonly ShownLine[] } {
  const all = text.replace(/^\uFEFF/, '').split('\n');
  const lines: ShownLine[] = [];
  let shown = 0;
  let count = 0;
  const show = (until: number): void => {
    for (; shown < until; shown += 1)
      lines.push({ number: shown + 1, text: cut(lineAt(all, shown), 0), isMatch: false });
  };
  let lastMatch = -Infinity;
  for (let index = 0; index < all.length; index += 1) {
    const found = expression.exec(lineAt(all, index));
    // After a final line ending there is no line.
    if (found === null || (index > 0 && index === all.length - 1 && all[index] === '')) continue;
    count += 1;
    if (count > limit) break;
    show(Math.min(index, lastMatch + context + 1));
    shown = Math.max(shown, index - context);
    show(index);
    lines.push({ number: index + 1, text: cut(lineAt(all, index), found.index), isMatch: true });
    shown = index + 1;
    lastMatch = index;
  }
  const end = all.at(-1) === '' ? all.length - 1 : all.length;
  show(Math.min(end, lastMatch + context + 1));
  return { count, lines };
}

function lineAt(lines: readonly string[], index: number): string {
  const line = lines[index] ?? '';
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function cut(line: string, at: number): string {
  if (line.length <= MAX_SHOWN) return line;
  const start = Math.max(0, Math.min(at - BEFORE_MATCH, line.length - MAX_SHOWN));
  const end = start + MAX_SHOWN < line.length ? '…' : '';
  return `${start > 0 ? '…' : ''}${headOf(line.slice(start), MAX_SHOWN)}${end}`;
}
