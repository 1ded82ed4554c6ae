import { assertNever } from '../lib/assert.ts';
import { escapeComment, escapeLine } from './phases/markdown-escapes.ts';
import { atLine, markdownLines } from './phases/markdown-lines.ts';
import { normalisePhases } from './phases/normalise.ts';
import type { PhaseTask, PhaseTaskStatus, TodoPhase } from './phases/todo-phase.ts';

const MARKS: Readonly<Record<PhaseTaskStatus, string>> = {
  pending: ' ',
  in_progress: '/',
  completed: 'x',
  abandoned: '-',
  blocked: '!',
};

const DEFAULT_PHASE = 'Todos';

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
  for (const line of markdownLines(text)) {
    switch (line.type) {
      case 'phase':
        phases.push({ name: line.name, tasks: [] });
        break;
      case 'task':
        if (phases.length === 0) phases.push({ name: DEFAULT_PHASE, tasks: [] });
        phases.at(-1)?.tasks.push(line.task);
        break;
      case 'error':
        errors.push(atLine(line.number, line.problem));
        break;
      default:
        return assertNever(line);
    }
  }
  return { phases: normalisePhases(phases), errors };
}
