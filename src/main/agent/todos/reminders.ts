import type { ReminderBody } from '../../../shared/thread/context-bodies.ts';
import type { PathEntry, ToolResultBody } from '../../../shared/thread/entry.ts';
import { WRITING_TOOLS } from '../../../shared/run/workspace-tools.ts';
import type { TodoPhase } from '../../../shared/todos/phases.ts';
import { isOpen } from '../../../shared/todos/phases/todo-phase.ts';
import { TODO_TOOL } from '../../../shared/todos/phases/todo-op.ts';
import { asksThePerson } from './asks-the-person.ts';

type Reminder = Omit<ReminderBody, 'kind'>;

/** So many changes without a word about the plan are worth a reminder; so many reminders are enough for one message of a person. */
const STALE_AFTER = 12;
const STALE_REMINDERS = 2;

/** After a `todo` call that failed, once: until another succeeds, nobody sees how far the work is. */
export function errorReminder(branch: readonly PathEntry[]): Reminder | undefined {
  for (const entry of branch.toReversed()) {
    if (entry.kind === 'reminder' && entry.about === 'todo_error') return undefined;
    if (entry.kind !== 'tool_result' || entry.toolName !== TODO_TOOL) continue;
    if (!entry.isError) return undefined;
    // The list that it goes on with may have changed since.
    const [failure = ''] = entry.content.split('\n', 1);
    const text = `The last todo call failed: ${failure}\nYour progress is not visible to the person until a todo call succeeds.`;
    return { about: 'todo_error', text };
  }
  return undefined;
}

/** The model went on working and left the plan as it was. `since`: the branch from the beginning of the run. */
export function staleReminder(since: readonly PathEntry[]): Reminder | undefined {
  const asked = since.findLastIndex((entry) => entry.kind === 'user_message' && entry.origin === 'person');
  const reminded = since.slice(asked + 1).filter((entry) => entry.kind === 'reminder' && entry.about === 'todos_stale');
  if (reminded.length >= STALE_REMINDERS) return undefined;
  const last = since.findLastIndex(
    (entry) =>
      (entry.kind === 'tool_result' && entry.toolName === TODO_TOOL) ||
      (entry.kind === 'reminder' && entry.about === 'todos_stale'),
  );
  const changes = since.slice(last + 1).filter((entry) => entry.kind === 'tool_result' && isChange(entry));
  if (changes.length < STALE_AFTER) return undefined;
  const text = 'The todo list has not changed for a while. Mark what is done, and start what you work on now.';
  return { about: 'todos_stale', text };
}

function isChange({ toolName, isError }: ToolResultBody): boolean {
  return !isError && WRITING_TOOLS.includes(toolName);
}

/**
 * The model stopped with open tasks. It is reminded at most `most` times in a run, each time only after it has done something
 * since, and never when its words wait for the person. `since`: the branch from the beginning of the run.
 */
export function openReminder(
  phases: readonly TodoPhase[],
  since: readonly PathEntry[],
  text: string,
  most: number,
): Reminder | undefined {
  const open = phases.flatMap(({ tasks }) => tasks.filter(isOpen));
  const isOurs = (entry: PathEntry): boolean => entry.kind === 'reminder' && entry.about === 'todos_open';
  const hasWorked = since.slice(since.findLastIndex(isOurs) + 1).some(({ kind }) => kind === 'tool_result');
  if (open.length === 0 || !hasWorked || since.filter(isOurs).length >= most || asksThePerson(text)) return undefined;
  const items = open.map(({ content }) => `- ${content}`).join('\n');
  const words = open.length === 1 ? 'One task is still open:' : `${open.length} tasks are still open:`;
  return {
    about: 'todos_open',
    text: `${words}\n${items}\nGo on with them, or mark them done, dropped or blocked if that is what they are.`,
  };
}
