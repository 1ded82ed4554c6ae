// Colours and cursor moves of terminals: they would only show as noise.
const ESCAPES = new RegExp(
  ['\\u001b\\[[0-?]*[ -/]*[@-~]', '\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)', '\\u001b[@-_]'].join('|'),
  'g',
);
// What draws nothing or turns the direction of what follows; not tabs, line breaks, joiners and marks that writing needs.
const HIDDEN = /[\p{Cc}\u200b\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const KEPT = new Set(['\n', '\t']);

/**
 * Text from a program or a model with nothing in it that hides, overwrites or turns around what is shown: terminal
 * escapes are left out, lines that a carriage return began anew show their last state, other control characters show as
 * their code (`<U+202E>`).
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(ESCAPES, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => (line.includes('\r') ? lastState(line) : line))
    .join('\n')
    .replaceAll(HIDDEN, codeOf);
}

/**
 * Words that are no output of any program, as a task's are: every control character shows as its code, and none is an order to
 * a terminal.
 */
export function codedText(text: string): string {
  return text.replaceAll(HIDDEN, codeOf);
}

function lastState(line: string): string {
  return line.split('\r').findLast((state) => state !== '') ?? '';
}

function codeOf(char: string): string {
  if (KEPT.has(char)) return char;
  return `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
