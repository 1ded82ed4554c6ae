/** A piece of an answer that is drawn by itself: long answers stay cheap, since only their last piece changes. */
export type Section =
  | { readonly kind: 'markdown'; readonly text: string }
  | {
      readonly kind: 'code';
      readonly language: string;
      readonly text: string;
      /** False while more of this code may come. */
      readonly closed: boolean;
      /** Whether it goes on the code of the section before. */
      readonly continued: boolean;
    };

/** From here on a section ends where the text offers a clean place. */
const WANTED = 1500;
/** Here it ends at any line break, even within a list or a table. */
const LONGEST = 6000;
/** Lines longer than this are cut at a space. */
const LONGEST_LINE = 4000;
const CODE_LINES = 200;

const FENCE = /^(`{3,}|~{3,})([^`]*)$/;

type OpenFence = { readonly mark: string; readonly language: string };

/**
 * Cuts Markdown into sections. Sections depend only on the text before their end, so while a text grows all but the last
 * stay as they are. Fenced code that starts a line is a section of its own; long code goes on in the next.
 */
export function sectionsOf(text: string): readonly Section[] {
  const sections: Section[] = [];
  let lines: string[] = [];
  let size = 0;
  let fence: OpenFence | undefined;
  let continued = false;

  function endMarkdown(): void {
    const body = lines.join('\n');
    if (body.trim() !== '') sections.push({ kind: 'markdown', text: body });
    lines = [];
    size = 0;
  }

  function endCode(open: OpenFence, closed: boolean): void {
    sections.push({ kind: 'code', language: open.language, text: lines.join('\n'), closed, continued });
    lines = [];
    size = 0;
    continued = !closed;
  }

  for (const line of linesOf(text)) {
    if (fence !== undefined) {
      if (closes(line, fence)) {
        // A fence that closes right after a cut has nothing left to show.
        if (lines.length > 0 || !continued) endCode(fence, true);
        fence = undefined;
        continued = false;
        continue;
      }
      if (lines.length >= CODE_LINES || size >= LONGEST) endCode(fence, false);
    } else {
      const opened = openedBy(line);
      if (opened !== undefined) {
        endMarkdown();
        fence = opened;
        continue;
      }
      if (size >= LONGEST || (size >= WANTED && lines.at(-1)?.trim() === '' && startsAnew(line))) endMarkdown();
    }
    lines.push(line);
    size += line.length + 1;
  }
  if (fence === undefined) endMarkdown();
  else if (lines.length > 0 || !continued) endCode(fence, false);
  return sections;
}

function* linesOf(text: string): Iterable<string> {
  for (const line of text.split('\n')) {
    let rest = line;
    while (rest.length > LONGEST_LINE) {
      const space = rest.lastIndexOf(' ', LONGEST_LINE);
      const cut = space > 0 ? space + 1 : LONGEST_LINE;
      yield rest.slice(0, cut);
      rest = rest.slice(cut);
    }
    yield rest;
  }
}

function openedBy(line: string): OpenFence | undefined {
  const [, mark, info] = FENCE.exec(line) ?? [];
  if (mark === undefined) return undefined;
  return { mark, language: info?.trim().split(/[\s{]/, 1)[0]?.toLowerCase() ?? '' };
}

function closes(line: string, { mark }: OpenFence): boolean {
  const body = line.trim();
  return body.length >= mark.length && body === mark.charAt(0).repeat(body.length);
}

/** Whether a line after an empty one can go on no list, quote, table, HTML or indented code, however it ends. */
function startsAnew(line: string): boolean {
  return /^[^\s>|<]/.test(line) && !/^(?:[-*+]|\d+[.)]?)(?:\s|$)/.test(line);
}
