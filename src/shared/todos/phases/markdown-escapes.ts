// Numeric character references, as HTML and Markdown know them; `&#;`, which neither knows, stands for no text at all.
const REFERENCE = /&#(\d*);/g;
const LOOKS_LIKE_ONE = /&(?=#\d*;)/g;
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/g;
const SPACE_AT_EDGE = /^\s|\s$/g;
const COMMENT_DELIMITER = /<(?=!--)|(?<=--)>/g;

/** Text as it can stand on a line by itself and be read back: without line breaks, space at its edges, or nothing at all. */
export function escapeLine(text: string): string {
  if (text === '') return '&#;';
  return text
    .replaceAll(LOOKS_LIKE_ONE, reference)
    .replaceAll(LINE_BREAK, reference)
    .replaceAll(SPACE_AT_EDGE, reference);
}

/** For text beside or inside an HTML comment: nothing in it begins or ends one. */
export function escapeComment(text: string): string {
  return text.replaceAll(COMMENT_DELIMITER, reference);
}

function reference(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}

export function unescapeLine(text: string): string {
  return text.replaceAll(REFERENCE, (written, digits: string) => {
    if (digits === '') return '';
    const code = Number(digits);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : written;
  });
}
