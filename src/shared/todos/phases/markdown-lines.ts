import { unescapeLine } from './markdown-escapes.ts';
import type { PhaseTask, PhaseTaskStatus } from './todo-phase.ts';

/** What a line of a list in Markdown says; `number` counts from 1. Lines without text are left out. */
export type MarkdownLine = { readonly number: number } & (
  | { readonly type: 'phase'; readonly name: string }
  | { readonly type: 'task'; readonly task: PhaseTask }
  | { readonly type: 'error'; readonly problem: string }
);

const STATUSES: ReadonlyMap<string, PhaseTaskStatus> = new Map([
  [' ', 'pending'],
  ['', 'pending'],
  ['/', 'in_progress'],
  ['>', 'in_progress'],
  ['x', 'completed'],
  ['X', 'completed'],
  ['-', 'abandoned'],
  ['~', 'abandoned'],
  ['!', 'blocked'],
]);

const HEADING = /^#{1,6}\s+(.+)$/su;
const TASK = /^[-*+]\s+\\?\[([^\\]?)\\?\]\s+(.+)$/su;
const BLOCKER = /<!--\s*blocker:/u;
const COMMENT_END = '-->';

export function markdownLines(text: string): readonly MarkdownLine[] {
  return text.split(/\r\n|\n|\r/).flatMap((raw, index): readonly MarkdownLine[] => {
    const line = raw.trim();
    if (line === '') return [];
    const number = index + 1;
    const name = HEADING.exec(line)?.[1];
    if (name !== undefined) return [{ number, type: 'phase', name: unescapeLine(name) }];
    const task = readTask(line);
    return [typeof task === 'string' ? { number, type: 'error', problem: task } : { number, type: 'task', task }];
  });
}

export function atLine(number: number, problem: string): string {
  return `Line ${number}: ${problem}`;
}

/** The task on a line, or what is wrong with it. */
function readTask(line: string): PhaseTask | string {
  const [, mark, content] = TASK.exec(line) ?? [];
  if (mark === undefined || content === undefined) return `unrecognized syntax "${line}"`;
  const status = STATUSES.get(mark);
  if (status === undefined) return `unknown status marker "[${mark}]" (use [ ], [x], [/], [-], [!])`;
  const noted = status === 'blocked' ? withNote(content) : undefined;
  if (noted === undefined) return { content: unescapeLine(content), status };
  return { content: unescapeLine(noted.content), status, blocker: unescapeLine(noted.note) };
}

/** What is before a note, and the note, of text that ends with one. One look from either end: text may be long. */
function withNote(text: string): { readonly content: string; readonly note: string } | undefined {
  const begins = BLOCKER.exec(text);
  const inside = begins === null ? text.length : begins.index + begins[0].length;
  const end = text.length - COMMENT_END.length;
  if (begins === null || inside > end || !text.endsWith(COMMENT_END)) return undefined;
  return { content: text.slice(0, begins.index).trimEnd(), note: text.slice(inside, end).trim() };
}
