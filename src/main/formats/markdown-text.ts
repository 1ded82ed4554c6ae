import { visibleText } from '../../shared/lib/visible-text.ts';

/** One line of plain words: nothing in it is Markdown or HTML. */
export function plainLine(text: string): string {
  return visibleText(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);
}

/** Words inside an HTML element. */
export function htmlText(text: string): string {
  return visibleText(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** A code block that nothing in `text` can end. */
export function fenced(text: string, language = ''): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  const shown = visibleText(text);
  return `${fence}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** Under the heading of a message, which has two. */
const DEEPER = 2;

/**
 * A message's own Markdown as a part of a document: its headings stand below ours, HTML in it shows as text, and a code
 * block that it leaves open ends with it.
 */
export function embedded(text: string): string {
  let fence: string | undefined;
  const lines = visibleText(text)
    .trim()
    .split('\n')
    .map((line) => {
      const [, mark, rest = ''] = FENCE.exec(line) ?? [];
      if (fence !== undefined) {
        if (mark?.startsWith(fence) === true && rest.trim() === '') fence = undefined;
        return line;
      }
      // What follows the fence of backticks may hold none: else it is code within a line.
      if (mark !== undefined && !(mark.startsWith('`') && rest.includes('`'))) {
        fence = mark;
        return line;
      }
      return withoutHtml(deeper(line));
    });
  if (fence !== undefined) lines.push(fence);
  return lines.join('\n');
}

function deeper(line: string): string {
  const [, marks] = /^ {0,3}(#{1,6})(?=\s|$)/.exec(line) ?? [];
  return marks === undefined ? line : '#'.repeat(Math.min(6 - marks.length, DEEPER)) + line.trimStart();
}

/** Escapes what would begin an HTML element, but not inside code, and not the links that stand in angle brackets. */
function withoutHtml(line: string): string {
  return line.replaceAll(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|<(?=[a-z/!?])(?!https?:)/gi, (found) =>
    found === '<' ? String.raw`\<` : found,
  );
}
