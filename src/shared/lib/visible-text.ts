// Colours and cursor moves of terminals: they would only show as noise.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g;
// Everything that draws nothing or turns the direction of what follows, but not tabs, line breaks and joiners.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Text from a program or a model with nothing in it that hides, overwrites or turns around what is shown: terminal
 * escapes are left out, lines that a carriage return began anew show their last state, other control characters show as
 * their picture (`␀`) or their code (`<U+202E>`).
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(ESCAPES, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => (line.includes('\r') ? lastState(line) : line))
    .join('\n')
    .replaceAll(HIDDEN, picture);
}

function lastState(line: string): string {
  return line.split('\r').findLast((state) => state !== '') ?? '';
}

function picture(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
