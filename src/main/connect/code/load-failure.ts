import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CodeFailure } from '../../../shared/run/code.ts';

const AROUND = 2;
const MAX_MESSAGE = 2000;

/**
 * What a program said in its error output before it ended, as a person can use it: the error, and where in their own code
 * it is. Node writes either the place of the error above it (`file:///a/b.ts:3`), or a stack of places below it.
 */
export function readFailure(output: string, ended: string): CodeFailure {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const at = lines.findLastIndex((line) => /^\w*Error(?: \[\w+\])?: /.test(line));
  const said = lines[at];
  if (said === undefined) return { message: ended };
  // Kinds of errors that say no more than that it is one.
  const message = said.replace(/^(?:Syntax)?Error(?: \[\w+\])?: /, '').slice(0, MAX_MESSAGE);
  const place = headPlace(lines.slice(0, at)) ?? importerPlace(said) ?? stackPlace(lines.slice(at));
  if (place === undefined) return { message };
  const excerpt = excerptOf(place.file, place.line);
  return excerpt === undefined ? { message, ...place } : { message, ...place, excerpt };
}

type Place = { readonly file: string; readonly line: number; readonly column?: number };

/** The last `file:line` that stands alone, with the line and its mark below it. */
function headPlace(lines: readonly string[]): Place | undefined {
  const at = lines.findLastIndex((line) => /^(file:\/\/|\/|[A-Za-z]:\\).*:\d+$/.test(line));
  const [, where = '', line = ''] = /^(.*):(\d+)$/.exec(lines[at] ?? '') ?? [];
  if (where === '') return undefined;
  const mark = lines.slice(at + 1, at + 5).find((text) => /^\s*\^+/.test(text));
  const column = mark === undefined ? undefined : mark.search(/\^/) + 1;
  return { file: pathOf(where), line: Number(line), column };
}

/** The first place of a stack that is in the person's own code. */
function stackPlace(lines: readonly string[]): Place | undefined {
  for (const line of lines) {
    const [, where = '', row = '', column = ''] =
      /[\s(]((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*):(\d+):(\d+)\)?$/.exec(line) ?? [];
    // Ours are on the way to theirs.
    if (where === '' || where.includes('node_modules') || pathOf(where).startsWith(import.meta.dirname)) continue;
    return { file: pathOf(where), line: Number(row), column: Number(column) };
  }
  return undefined;
}

/** Of a module that was not found: the line that imports it. */
function importerPlace(message: string): Place | undefined {
  const [, wanted = '', importer = ''] =
    /Cannot find (?:module|package) '([^']+)' imported from (.+)$/.exec(message) ?? [];
  const text = importer === '' ? undefined : readLines(importer);
  const name = wanted.split(/[\\/]/).at(-1) ?? '';
  const line =
    text?.findIndex((one) => name !== '' && /\b(import|from|require)\b/.test(one) && one.includes(name)) ?? -1;
  return line === -1 ? undefined : { file: importer, line: line + 1 };
}

function pathOf(where: string): string {
  return where.startsWith('file://') ? fileURLToPath(where) : where;
}

function excerptOf(file: string, line: number): string | undefined {
  const lines = readLines(file);
  if (lines === undefined) return undefined;
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  return lines
    .slice(first - 1, last)
    .map((text, index) => {
      const number = first + index;
      return `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text.slice(0, 200)}`;
    })
    .join('\n');
}

function readLines(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // It may have gone meanwhile; the place alone is still of use.
    return undefined;
  }
}
