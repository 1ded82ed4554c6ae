import { assertNever } from '../lib/assert.ts';
import { renderTodos, WRITE_TODOS } from '../todos/list.ts';
import { editReminder } from '../todos/edits/edit-reminder.ts';
import { phasesOn } from '../todos/phases-on-branch.ts';
import { callTodo } from '../todos/phases.ts';
import { TODO_TOOL } from '../todos/phases/todo-op.ts';
import { isTodoTool, visiblePath } from './visible-path.ts';
import type { TodosState, UserTodoEditBody } from './context-bodies.ts';
import type { PathEntry, ToolResultBody, UserMessageBody } from './entry.ts';
import type { AssistantMessage, Message, ToolMessage, UserMessage } from './message.ts';

export type { Message } from './message.ts';

/** What the model reads for a call that nothing answered. */
const NO_RESULT = 'interrupted: no result was recorded; the call may have taken effect';

/** Calls of this id are not the model's: they put a list of todos before it. */
const TODOS_CALL = 'cogitator_todos_';

/** A message of a request, and the entry that it is of. */
export type SentMessage = {
  /** Of a summary, its compaction; of a call that nothing answered, the answer that made it. */
  readonly entry: PathEntry;
  readonly message: Message;
  /** It is what that entry says, and all of it. */
  readonly whole?: true;
};

/** The newest assistant message, the results that came for its calls by call id, and what is to follow them. */
type Step = {
  readonly entry: PathEntry;
  readonly message: AssistantMessage;
  readonly results: Map<string, SentMessage>;
  readonly after: SentMessage[];
};

/**
 * The messages of a branch, from its root to its leaf. Every call is followed by exactly one result: results are put in
 * call order whatever order they finished in, a missing one reads as interrupted, and nothing comes between a call and its
 * results. Of the pairs that put a flat list before the model, the newest alone is there, and likewise of plans in phases.
 */
export function messagesOf(path: Iterable<PathEntry>): readonly Message[] {
  return sentMessages(path).map(({ message }) => message);
}

/** The same, each with where it comes from. */
export function sentMessages(path: Iterable<PathEntry>): readonly SentMessage[] {
  const { entries, compaction, clearedBefore } = visiblePath([...path]);
  const shown = new Set([entries.findLast(putsList)?.id, entries.findLast(putsPhases)?.id]);
  const messages: SentMessage[] = [];
  if (compaction !== undefined) messages.push({ entry: compaction, message: summaryMessage(compaction.summary) });
  let step: Step | undefined;

  function close(): void {
    messages.push(...stepMessages(step));
    step = undefined;
  }

  /** Behind the step's results, which may still come. */
  function follow(...more: readonly SentMessage[]): void {
    (step?.after ?? messages).push(...more);
  }

  for (const [index, entry] of entries.entries()) {
    switch (entry.kind) {
      case 'user_message':
        close();
        messages.push({ entry, message: userMessage(entry), whole: true });
        break;
      case 'assistant_message': {
        close();
        const { text, reasoning, calls, providerData } = entry;
        const said = { role: 'assistant', text, reasoning, toolCalls: calls } as const;
        const message = providerData === undefined ? said : { ...said, providerData };
        step = { entry, message, results: new Map(), after: [] };
        break;
      }
      case 'tool_result':
        if (step?.entry.id === entry.messageId) step.results.set(entry.callId, resultOf(entry, index < clearedBefore));
        break;
      case 'user_todo_edit':
        if (putsList(entry) && shown.has(entry.id)) follow(...todosMessages(entry, entry));
        follow({ entry, message: developerMessage(editText(entry, entries.slice(index + 1))) });
        break;
      case 'todos_restored':
        if (shown.has(entry.id)) follow(...todosMessages(entry, entry));
        break;
      case 'reminder':
        follow({ entry, message: developerMessage(entry.text), whole: true });
        break;
      case 'intervention':
        if (entry.context !== undefined) follow({ entry, message: developerMessage(entry.context), whole: true });
        break;
      case 'handoff':
      // The result of the call that asked for it tells the model.
      case 'compaction':
      case 'outputs_cleared':
        break;
      default:
        return assertNever(entry);
    }
  }
  close();
  return messages;
}

/** Whether a pair for a flat list stands for it. */
function putsList(entry: PathEntry): boolean {
  return (entry.kind === 'todos_restored' || entry.kind === 'user_todo_edit') && 'items' in entry;
}

/** The same for a plan in phases; what people do to one is told in words alone. */
function putsPhases(entry: PathEntry): boolean {
  return entry.kind === 'todos_restored' && 'phases' in entry;
}

function userMessage({ text, attachments }: UserMessageBody): UserMessage {
  const message = { role: 'user', content: text } as const;
  return attachments === undefined || attachments.length === 0 ? message : { ...message, attachments };
}

function developerMessage(text: string): UserMessage {
  return { role: 'user', content: `<system-reminder>\n${text}\n</system-reminder>`, developer: true };
}

function summaryMessage(summary: string): UserMessage {
  const content = `What came before is no longer shown. This is its summary:\n<summary>\n${summary}\n</summary>`;
  return { role: 'user', content, developer: true };
}

function resultOf(entry: Extract<PathEntry, { kind: 'tool_result' }>, cleared: boolean): SentMessage {
  const { callId, toolName, content, isError } = entry;
  const message = { role: 'tool', toolCallId: callId, toolName, content, isError } as const;
  const note = cleared ? clearedNote(entry) : undefined;
  return note === undefined ? { entry, message, whole: true } : { entry, message: { ...message, content: note } };
}

/** What a model reads for a result that was cleared; `undefined` where that would be no shorter, or the result is of the plan. */
export function clearedNote({ toolName, content }: ToolResultBody): string | undefined {
  if (isTodoTool(toolName)) return undefined;
  const note = `[This output of ${content.length} characters is no longer shown. Call the tool again if you need it.]`;
  return note.length < content.length ? note : undefined;
}

/** A call that shows the model its plan, and the answer to it. */
function todosMessages(entry: PathEntry, state: TodosState): readonly SentMessage[] {
  const id = `${TODOS_CALL}${entry.id}`;
  const shown =
    'items' in state
      ? { name: WRITE_TODOS, input: { todos: state.items }, content: renderTodos(state.items) }
      : { name: TODO_TOOL, input: { op: 'view' }, content: callTodo(state.phases, { op: 'view' }).text };
  const { name, input, content } = shown;
  const call = { id, name, arguments: JSON.stringify(input) };
  return [
    { entry, message: { role: 'assistant', text: '', reasoning: '', toolCalls: [call] } },
    { entry, message: { role: 'tool', toolCallId: id, toolName: name, content, isError: false } },
  ];
}

/** `since`: what came after the edit. */
function editText(edit: UserTodoEditBody, since: readonly PathEntry[]): string {
  if ('items' in edit) return `${edit.action}\nThe list as it is now is the newest one above.`;
  const next = since.findIndex(({ kind }) => kind === 'user_message' || kind === 'assistant_message');
  const step = next < 0 ? since : since.slice(0, next);
  // Of several edits that are read together the last shows the list, as all of the step leaves it.
  if (step.some((entry) => entry.kind === 'user_todo_edit' && 'phases' in entry)) return edit.action;
  return editReminder(edit.action, phasesOn(step)?.phases ?? edit.phases);
}

function stepMessages(step: Step | undefined): readonly SentMessage[] {
  if (step === undefined) return [];
  const { entry, message, results, after } = step;
  // An answer cut before its first word is no message that a provider would take back.
  if (message.text === '' && message.toolCalls.length === 0) return after;
  const answers = message.toolCalls.map(
    ({ id, name }): SentMessage => results.get(id) ?? { entry, message: missing(id, name) },
  );
  return [{ entry, message, whole: true }, ...answers, ...after];
}

function missing(toolCallId: string, toolName: string): ToolMessage {
  return { role: 'tool', toolCallId, toolName, content: NO_RESULT, isError: true };
}
