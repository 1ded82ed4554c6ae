/** A section that an answer is cut into has no more than this, unless a model went round in circles. */
const MOST_MARKS = 2000;
const MOST_TAGS = 500;
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d+[.)])(?=[ \t]))){50}/m;

/** Whether Markdown has so many marks, or nests so deep, that parsing it would stop the window, or fail. */
export function isTangled(text: string): boolean {
  return count(text, /[[\]*_]/g) > MOST_MARKS || count(text, /</g) > MOST_TAGS || TOO_DEEP.test(text);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
