import type { Message } from '../../../../shared/thread/message.ts';
import { editReminder } from '../../../../shared/todos/edits/edit-reminder.ts';
import { callTodo } from '../../../../shared/todos/phases.ts';
import type { TodoPhase } from '../../../../shared/todos/phases.ts';
import type { TodoItem } from '../../../../shared/todos/todo-item.ts';
import type { After, Block, ShownResult, View } from './view.ts';

/** The very messages of the next request. */
export function messagesIn(view: View): readonly Message[] {
  const first = view.summary === undefined ? [] : [summarised(view.summary)];
  return [...first, ...view.blocks.flatMap((block) => blockMessages(block, view.listed))];
}

/** What is left where the model is to see so many messages at most: whole blocks. */
export function limitedTo(view: View, limit: number): View {
  if (messagesIn(view).length <= limit) return view;
  // The summary goes with what it comes before, or with the first that it has kept.
  const rest = view.summary === undefined || view.keepsNothing !== true ? view.blocks.slice(1) : view.blocks;
  const without: View = { ...view, summary: undefined };
  const fitting = rest.findIndex(({ opening }, start) => {
    return opening !== undefined && messagesIn({ ...without, blocks: rest.slice(start) }).length <= limit;
  });
  const blocks = fitting < 0 ? [] : rest.slice(fitting);
  const phases = blocks.flatMap(phasesOf).at(-1);
  return { ...without, blocks, phases };
}

function phasesOf({ results, after }: Block): readonly (readonly TodoPhase[])[] {
  const left = [...results, ...after.flatMap((one) => ('action' in one ? [one] : []))];
  return left.flatMap(({ phases }) => (phases === undefined ? [] : [phases]));
}

export function listText(todos: readonly TodoItem[]): string {
  const marks = { pending: ' ', in_progress: '>', completed: 'x' };
  const done = todos.filter(({ status }) => status === 'completed').length;
  const lines = todos.map(({ id, content, status }) => `[${marks[status]}] ${id}: ${content}`);
  return todos.length === 0
    ? 'Todo list is empty.'
    : [`Todo list (${done} of ${todos.length} completed):`, ...lines].join('\n');
}

function blockMessages({ opening, calls, results, after }: Block, listed: View['listed']): readonly Message[] {
  const messages: Message[] = [];
  if (opening !== undefined && 'user' in opening) messages.push({ role: 'user', content: opening.user });
  if (opening !== undefined && 'answer' in opening) {
    messages.push({ role: 'assistant', text: opening.answer, reasoning: '', toolCalls: calls });
  }
  for (const { id, name } of calls) {
    const result = results.find(({ callId }) => callId === id);
    const answered =
      result === undefined
        ? { content: 'interrupted: no result was recorded; the call may have taken effect', isError: true }
        : { content: shownContent(result), isError: result.isError };
    messages.push({ role: 'tool', toolCallId: id, toolName: name, ...answered });
  }
  return [...messages, ...after.flatMap((one) => afterMessages(one, listed))];
}

function shownContent({ content, cleared }: ShownResult): string {
  const note = `[This output of ${content.length} characters is no longer shown. Call the tool again if you need it.]`;
  return cleared && note.length < content.length ? note : content;
}

function afterMessages(after: After, listed: View['listed']): readonly Message[] {
  if (!('plan' in after)) {
    const text = 'text' in after ? after.text : editReminder(after.action, after.phases);
    return [{ role: 'user', content: `<system-reminder>\n${text}\n</system-reminder>`, developer: true }];
  }
  const { id, plan } = after;
  if (id !== ('list' in plan ? listed?.list : listed?.phases)) return [];
  if ('list' in plan) return pair(id, 'write_todos', { todos: plan.list }, listText(plan.list));
  return pair(id, 'todo', { op: 'view' }, callTodo(plan.phases, { op: 'view' }).text);
}

function pair(entryId: string, name: string, input: object, content: string): readonly Message[] {
  const id = `cogitator_todos_${entryId}`;
  return [
    { role: 'assistant', text: '', reasoning: '', toolCalls: [{ id, name, arguments: JSON.stringify(input) }] },
    { role: 'tool', toolCallId: id, toolName: name, content, isError: false },
  ];
}

function summarised(summary: string): Message {
  const content = `What came before is no longer shown. This is its summary:\n<summary>\n${summary}\n</summary>`;
  return { role: 'user', content, developer: true };
}
