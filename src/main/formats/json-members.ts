import { parseJson } from '../../shared/lib/json.ts';
import { JsonProblem } from './json-problem.ts';
import { isSpace, valueEnd, type ValueEnd } from './json-value-end.ts';

/** A piece of a JSON document: a member of its object or, where that is a list, one item of the list. */
export type JsonPiece = {
  readonly key: string;
  /** Its place in the list, from 0; absent for a member that is no list. */
  readonly index?: number;
  /** The piece as JSON text, not parsed yet. */
  readonly text: string;
  /** The line that it begins on, from 1. */
  readonly line: number;
};

export type JsonLimits = {
  /** Of one piece, in characters. */
  readonly length: number;
  /** Levels of lists and objects in one piece. */
  readonly depth: number;
};

type State =
  | 'open'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'first item'
  | 'item'
  | 'next item'
  | 'next key'
  | 'end';

/** What stands between pieces, and what comes after it. */
const BETWEEN: { readonly [S in State]: { readonly [char: string]: State } } = {
  open: { '{': 'first key' },
  'first key': { '}': 'end' },
  key: {},
  colon: { ':': 'value' },
  value: { '[': 'first item' },
  'first item': { ']': 'next key' },
  item: {},
  'next item': { ',': 'item', ']': 'next key' },
  'next key': { ',': 'key', '}': 'end' },
  end: {},
};

const BEFORE_PIECES: ReadonlySet<State> = new Set(['first key', 'key', 'value', 'first item', 'item']);

/** Where a piece begins that is not whole yet. */
type Open = { readonly end: ValueEnd; readonly line: number; text: string };

/**
 * Splits a JSON object into its members, and members that are lists into their items, however the text is laid out; one
 * piece is held at a time. Throws a `JsonProblem` that names the line.
 */
export async function* jsonMembers(chunks: AsyncIterable<string>, limits: JsonLimits): AsyncGenerator<JsonPiece> {
  let state: State = 'open';
  let line = 1;
  let key = '';
  let index = 0;
  let open: Open | undefined;
  const at = (problem: string) => new JsonProblem(`Line ${open?.line ?? line}: ${problem}`);

  for await (const chunk of chunks) {
    let position = 0;
    while (position < chunk.length) {
      if (open === undefined) {
        const char = chunk.charAt(position);
        if (isSpace(char.charCodeAt(0))) {
          if (char === '\n') line += 1;
          position += 1;
          continue;
        }
        const next: State | undefined = BETWEEN[state][char];
        if (next !== undefined) {
          if (next === 'first item') index = 0;
          if (state === 'next item' && next === 'item') index += 1;
          state = next;
          position += 1;
          continue;
        }
        if (!BEFORE_PIECES.has(state)) throw at(`${JSON.stringify(char)} is unexpected; is it JSON?`);
        open = { end: valueEnd(limits.depth), line, text: '' };
      }
      const end = endOf(open.end, chunk, position, at);
      open.text += chunk.slice(position, end === -1 ? undefined : end);
      position = end === -1 ? chunk.length : end;
      if (open.text.length > limits.length) throw at(`it holds more than ${limits.length} characters in one piece`);
      if (end === -1) continue;
      const { text, line: begun } = open;
      line += newlines(text);
      if (state === 'key' || state === 'first key') {
        const name = parseJson(text);
        if (typeof name !== 'string') throw at('a name in quotes is expected; is it JSON?');
        key = name;
        state = 'colon';
      } else {
        const isItem = state === 'item' || state === 'first item';
        yield isItem ? { key, index, text, line: begun } : { key, text, line: begun };
        state = isItem ? 'next item' : 'next key';
      }
      open = undefined;
    }
  }
  if (state !== 'end') throw at('the file ends too early; is it whole?');
}

function endOf(end: ValueEnd, chunk: string, from: number, at: (problem: string) => JsonProblem): number {
  try {
    return end.find(chunk, from);
  } catch (error) {
    if (error instanceof JsonProblem) throw at(error.message);
    throw error;
  }
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
