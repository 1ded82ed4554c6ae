import { callTodo } from '../../../../shared/todos/phases.ts';
import type { ToolCall } from '../../../../shared/thread/tool-call.ts';
import type { TodoItem } from '../../../../shared/todos/todo-item.ts';
import type { ModelRun } from './model-run.ts';
import { STOPPED } from './player.ts';
import type { SaidResult } from './said.ts';
import { TOOLS, TRANSFER } from './script.ts';
import { listText } from './view-messages.ts';

/** What a call is answered with that had not begun when its run was stopped. */
export const NOT_RUN = 'Not run: the run was stopped before this call began.';

type Outcome = Pick<SaidResult, 'content' | 'isError' | 'list' | 'phases'>;

/** `begins`: how the content begins, where the rest is not of interest. */
export type Expected = Outcome | { readonly begins: string; readonly isError: true };

const failed = (content: string): Outcome => ({ content, isError: true });
const begins = (text: string): Expected => ({ begins: text, isError: true });

/** What a call of a run comes to, as things stand for it. */
export function expectedResult(run: ModelRun, { id, name, arguments: text }: ToolCall): Expected {
  const declined = run.declined.get(id);
  if (declined !== undefined) return failed(declined);
  if (run.cut === 'killed') {
    const begun = run.begunCalls.has(id);
    return failed(begun ? 'interrupted: may have taken effect' : 'interrupted: this call had not begun');
  }
  const input = parsed(text);
  const hands = run.next !== undefined && !run.handed;
  const known: readonly string[] = [...Object.values(TOOLS), ...planTools(run), ...(hands ? [TRANSFER] : [])];
  if (!known.includes(name)) return begins(`There is no tool "${name}". The tools are: `);
  if (input === undefined)
    return failed(`The arguments of ${name} are not valid JSON. Nothing was done. Call it again.`);
  if (run.cut !== undefined && !run.begunCalls.has(id)) {
    return failed(NOT_RUN);
  }
  switch (name) {
    case TOOLS.throws:
      return failed(`${name} failed: ${String(input.text)}`);
    case TOOLS.waits: {
      const finished = run.finished.get(id);
      return finished === undefined ? failed(STOPPED) : { content: finished, isError: false };
    }
    case TRANSFER:
      if (run.handsOver) return failed('The conversation is being handed over to another agent already.');
      return { content: 'Handed over to “next”. You are “next” now: go on from here.', isError: false };
    case 'write_todos':
      return written(run, input.todos as readonly TodoItem[]);
    case 'todo': {
      if (run.edited && input.op === 'init') return begins(CHANGED);
      const { phases, text: content, isError } = callTodo(run.phases ?? [], input);
      if (isError === true) return failed(content);
      return input.op === 'view' ? { content, isError: false } : { content, isError: false, phases };
    }
    default:
      return { content: String(input.text), isError: false };
  }
}

const CHANGED = 'The person has changed the todo list meanwhile; yours did not replace it.';

function written({ edited, list: before }: ModelRun, list: readonly TodoItem[]): Expected {
  if (list.filter(({ status }) => status === 'in_progress').length > 1)
    return begins('The todo list was not changed: ');
  if (edited && before !== undefined) return begins(CHANGED);
  return { content: listText(list), isError: false, list };
}

function planTools({ kind }: ModelRun): readonly string[] {
  if (kind === false) return [];
  return [kind === 'list' ? 'write_todos' : 'todo'];
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
