import { escapeComment, escapeLine, unescapeLine } from './phases/markdown-escapes.ts';
import { normalisePhases } from './phases/normalise.ts';
import type { PhaseTask, PhaseTaskStatus, TodoPhase } from './phases/todo-phase.ts';

const MARKS: Readonly<Record<PhaseTaskStatus, string>> = {
  pending: ' ',
  in_progress: '/',
  completed: 'x',
  abandoned: '-',
  blocked: '!',
};

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

const DEFAULT_PHASE = 'Todos';
const HEADING = /^#{1,6}\s+(.+)$/su;
const TASK = /^[-*+]\s+\\?\[([^\\]?)\\?\]\s+(.+)$/su;
const BLOCKER = /^(.*?)\s*<!--\s*blocker:\s*(.*?)\s*-->$/su;

/** Phases as headings, tasks as boxes. `markdownToPhases` reads back the very same, but for notes of what is not blocked. */
export function phasesToMarkdown(phases: readonly TodoPhase[]): string {
  if (phases.length === 0) return `# ${DEFAULT_PHASE}\n`;
  const blocks = phases.map(({ name, tasks }) => [`# ${escapeLine(name)}`, ...tasks.map(taskLine)].join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

function taskLine({ content, status, blocker }: PhaseTask): string {
  const line = `- [${MARKS[status]}] `;
  if (status !== 'blocked') return line + escapeLine(content);
  const note =
    blocker === undefined ? '' : ` <!-- blocker: ${escapeComment(blocker === '' ? '' : escapeLine(blocker))} -->`;
  return line + escapeComment(escapeLine(content)) + note;
}

/** Reads what a person wrote, normalised. Each error names its line; whoever gets one commits nothing. */
export function markdownToPhases(text: string): {
  readonly phases: readonly TodoPhase[];
  readonly errors: string[];
} {
  const phases: { readonly name: string; readonly tasks: PhaseTask[] }[] = [];
  const errors: string[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const name = HEADING.exec(line)?.[1];
    if (name !== undefined) {
      phases.push({ name: unescapeLine(name), tasks: [] });
      continue;
    }
    const task = readTask(line);
    if (typeof task === 'string') {
      errors.push(`Line ${index + 1}: ${task}`);
      continue;
    }
    if (phases.length === 0) phases.push({ name: DEFAULT_PHASE, tasks: [] });
    phases.at(-1)?.tasks.push(task);
  }
  return { phases: normalisePhases(phases), errors };
}

/** The task on a line, or what is wrong with it. */
function readTask(line: string): PhaseTask | string {
  const [, mark, content] = TASK.exec(line) ?? [];
  if (mark === undefined || content === undefined) return `unrecognized syntax "${line}"`;
  const status = STATUSES.get(mark);
  if (status === undefined) return `unknown status marker "[${mark}]" (use [ ], [x], [/], [-], [!])`;
  const [, held, blocker] = (status === 'blocked' ? BLOCKER.exec(content) : null) ?? [];
  if (held === undefined || blocker === undefined) return { content: unescapeLine(content), status };
  return { content: unescapeLine(held), status, blocker: unescapeLine(blocker) };
}
