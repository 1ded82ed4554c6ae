import { fail, ok, type Result } from '../../lib/result.ts';
import type { TodoItem, TodoStatus } from '../list.ts';
import { markdownToPhases, phasesToMarkdown } from '../phases-markdown.ts';
import { atLine, markdownLines, type MarkdownLine } from '../phases/markdown-lines.ts';
import type { PhaseTask, TodoPhase } from '../phases/todo-phase.ts';
import { freshId } from './fresh-id.ts';

/**
 * The phases that a person wrote as Markdown. Fails with `todo_errors`: its message has a line for each error, up to 100.
 * Two tasks or two phases of one name are errors here, since names are what they go by.
 */
export function phasesFromMarkdown(text: string): Result<readonly TodoPhase[]> {
  const names = { phase: new Set<string>(), task: new Set<string>() };
  return (
    withoutErrors(markdownLines(text), (line) => {
      if (line.type === 'error') return line.problem;
      const name = line.type === 'phase' ? line.name : line.task.content;
      if (names[line.type].has(name)) return `there is a ${line.type} “${name}” already`;
      names[line.type].add(name);
      return undefined;
    }) ?? ok(markdownToPhases(text).phases)
  );
}

/** A flat list has no phases: its heading stands for nothing. */
export function todosToMarkdown(items: readonly TodoItem[]): string {
  const tasks = items.map(({ content, status }): PhaseTask => ({ content, status }));
  return phasesToMarkdown(tasks.length === 0 ? [] : [{ name: 'Todos', tasks }]);
}

/**
 * The flat list that a person wrote as Markdown. An item keeps its id by what it says, else by its place. Fails with
 * `todo_errors`, as above.
 */
export function todosFromMarkdown(text: string, before: readonly TodoItem[]): Result<readonly TodoItem[]> {
  const lines = markdownLines(text);
  const tasks = lines.flatMap((line) => (line.type === 'task' ? [line.task] : []));
  const [, second] = lines.filter((line) => line.type === 'phase');
  const current = tasks.find(({ status }) => status === 'in_progress');
  return (
    withoutErrors(lines, (line) => {
      if (line.type === 'error') return line.problem;
      if (line.type === 'phase') return line === second ? 'this list has no phases' : undefined;
      const { status, content } = line.task;
      if (!isFlat(status)) return 'this list has no items that are dropped or blocked';
      if (status === 'in_progress' && line.task !== current) return 'another item is in progress already';
      return content.trim() === '' ? 'an item needs words' : undefined;
    }) ?? ok(withIds(tasks, before))
  );
}

/** Whoever takes a book for a list need not read of each of its lines, nor all of a line. */
const MOST_ERRORS = 100;
const LONGEST_ERROR = 300;

function withoutErrors(
  lines: readonly MarkdownLine[],
  problemOf: (line: MarkdownLine) => string | undefined,
): Extract<Result<never>, { ok: false }> | undefined {
  const errors = lines.flatMap((line) => {
    const problem = problemOf(line);
    return problem === undefined ? [] : [{ number: line.number, problem }];
  });
  if (errors.length === 0) return undefined;
  const told = errors.slice(0, MOST_ERRORS).map(({ number, problem }) => atLine(number, shortened(problem)));
  const next = errors[MOST_ERRORS];
  if (next !== undefined) told.push(atLine(next.number, `and after it, ${errors.length - MOST_ERRORS} more`));
  return fail('todo_errors', told.join('\n'), 'The list stays as it was.');
}

function shortened(problem: string): string {
  return problem.length > LONGEST_ERROR ? `${problem.slice(0, LONGEST_ERROR)}…` : problem;
}

function isFlat(status: PhaseTask['status']): status is TodoStatus {
  return status !== 'abandoned' && status !== 'blocked';
}

function withIds(tasks: readonly PhaseTask[], before: readonly TodoItem[]): readonly TodoItem[] {
  const left = [...before];
  const take = (item: TodoItem | undefined): string | undefined => {
    const index = item === undefined ? -1 : left.indexOf(item);
    return index < 0 ? undefined : left.splice(index, 1)[0]?.id;
  };
  const known = tasks.map(({ content }) => take(left.find((item) => item.content === content)));
  const ids = new Set(before.map(({ id }) => id));
  return tasks.flatMap(({ content, status }, index): readonly TodoItem[] => {
    if (!isFlat(status)) return [];
    const id = known[index] ?? take(before[index]) ?? freshId(ids, content);
    ids.add(id);
    return [{ id, content, status }];
  });
}
