/** Longer lines are cut before they are read. */
const MOST = 2000;

/** The first line of a Markdown text, without the marks of headings, bold words, code and links. */
export function plainLine(markdown: string): string {
  const [line = ''] = markdown.trim().split('\n', 1);
  return withoutMarks(line.slice(0, MOST));
}

/** The whole of it in one line: to tell apart what begins alike. */
export function plainText(markdown: string): string {
  const lines = markdown.trim().slice(0, MOST).split('\n');
  const words = lines.filter((line) => !/^\s*(```|~~~)/.test(line)).map(withoutMarks);
  return words.join(' ').replaceAll(/\s+/g, ' ').trim();
}

function withoutMarks(line: string): string {
  return line
    .replace(/^#{1,6}\s+/, '')
    .replaceAll(/\[([^[\]]+)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\*\*(?=[^\s*])([^*]+)\*\*/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1');
}
