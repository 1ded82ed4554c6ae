/** Longer lines are cut before they are read. */
const MOST = 2000;

/** The first line of a Markdown text, without the marks of headings, bold words, code and links. */
export function plainLine(markdown: string): string {
  const [line = ''] = markdown.trim().split('\n', 1);
  return line
    .slice(0, MOST)
    .replace(/^#{1,6}\s+/, '')
    .replaceAll(/\[([^[\]]+)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\*\*(?=[^\s*])([^*]+)\*\*/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1');
}
