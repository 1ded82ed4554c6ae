import { phasesToMarkdown } from '../phases-markdown.ts';
import type { TodoPhase } from '../phases/todo-phase.ts';

/** What the model reads after a person's edit: what they did, and the whole list as it is now. */
export function editReminder(action: string, phases: readonly TodoPhase[]): string {
  const list =
    phases.length === 0 ? 'The list is empty now.' : `The list is now:\n\n${phasesToMarkdown(phases).trimEnd()}`;
  return `${action}\n${list}`;
}
