import { JsonProblem } from './json-problem.ts';

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN = new Set([123, 91]);
const CLOSE = new Set([125, 93]);

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** Finds where one JSON value ends whose text comes in several chunks. What is no JSON in it, `JSON.parse` will tell. */
export type ValueEnd = {
  /** The index right behind the value; -1 when the chunk ends before it does. */
  readonly find: (chunk: string, from: number) => number;
};

export function valueEnd(maxDepth: number): ValueEnd {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let begun = false;
  return {
    find(chunk, from) {
      for (let at = from; at < chunk.length; at += 1) {
        const code = chunk.charCodeAt(at);
        if (inString) {
          if (escaped) escaped = false;
          else if (code === BACKSLASH) escaped = true;
          else if (code === QUOTE) {
            inString = false;
            if (depth === 0) return at + 1;
          }
        } else if (depth === 0 && begun && (code === COMMA || CLOSE.has(code) || isSpace(code))) {
          // Behind a number, or a word.
          return at;
        } else if (code === QUOTE) inString = true;
        else if (OPEN.has(code)) {
          depth += 1;
          if (depth > maxDepth) throw new JsonProblem(`it is nested more than ${maxDepth} levels deep`);
        } else if (CLOSE.has(code)) {
          depth -= 1;
          if (depth <= 0) return at + 1;
        }
        begun = true;
      }
      return -1;
    },
  };
}
