import type { Message } from '../thread/message.ts';
import { isRecord, parseJson } from '../lib/json.ts';
import { oneLine } from '../lib/one-line.ts';
import { ok, type Result } from '../lib/result.ts';
import { TODO_STATUSES, type TodoItem, type TodoStatus } from './todo-item.ts';

export type { TodoItem, TodoStatus } from './todo-item.ts';

export const WRITE_TODOS = 'write_todos';
export const MAX_TODOS = 100;
/** The key of a thread's metadata that holds the copy of its list. */
export const TODOS_METADATA_KEY = 'todos';

/** The copy of a list in a thread's metadata; `entryId` is the tip of the branch that wrote it. */
export type KeptTodos = { readonly items: readonly TodoItem[]; readonly entryId: string };

export type ParsedTodos = Result<readonly TodoItem[], string>;

/**
 * Reads a whole list: an array of `{ id, content, status }`.
 * The error names every broken rule and the items that break it, in words that a model can act on.
 */
export function parseTodos(value: unknown): ParsedTodos {
  if (!Array.isArray(value)) return { ok: false, error: 'todos must be an array of { id, content, status }' };
  const problems: string[] = [];
  if (value.length > MAX_TODOS) problems.push(`at most ${MAX_TODOS} items are allowed, got ${value.length}`);
  const items: TodoItem[] = [];
  for (const [index, raw] of value.entries()) {
    const item = parseItem(raw, index, problems);
    if (item !== undefined) items.push(item);
  }
  const ids = items.map((item) => item.id);
  const duplicates = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  if (duplicates.length > 0) problems.push(`ids must be unique, repeated: ${quoted(duplicates)}`);
  const current = items.filter((item) => item.status === 'in_progress').map((item) => item.id);
  if (current.length > 1) problems.push(`at most one item may be in_progress, got ${quoted(current)}`);
  return problems.length === 0 ? ok(items) : { ok: false, error: problems.join('; ') };
}

function parseItem(raw: unknown, index: number, problems: string[]): TodoItem | undefined {
  if (!isRecord(raw)) {
    problems.push(`item ${index + 1} must be an object { id, content, status }`);
    return undefined;
  }
  const { id, content, status } = raw;
  const name = isText(id) ? `item ${JSON.stringify(id)}` : `item ${index + 1}`;
  const known = TODO_STATUSES.find((one) => one === status);
  if (!isText(id)) problems.push(`${name} needs an id that is not blank`);
  if (!isText(content)) problems.push(`${name} needs a content that is not blank`);
  if (known === undefined) {
    const got = status === undefined ? 'no status' : `status ${JSON.stringify(status)}`;
    problems.push(`${name} has ${got}, must be one of ${TODO_STATUSES.join(', ')}`);
  }
  // An item with one broken field still counts for the rules about the whole list, so that one answer names them all.
  return isText(id) ? { id, content: isText(content) ? content : '', status: known ?? 'pending' } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function quoted(ids: readonly string[]): string {
  return ids.map((id) => JSON.stringify(id)).join(', ');
}

/** Reads the copy in a thread's metadata; `undefined` for anything that is not one. */
export function parseKeptTodos(value: unknown): KeptTodos | undefined {
  if (!isRecord(value) || !isText(value.entryId)) return undefined;
  const items = parseTodos(value.items);
  return items.ok ? { items: items.value, entryId: value.entryId } : undefined;
}

const MARKS: Record<TodoStatus, string> = { pending: ' ', in_progress: '>', completed: 'x' };

/** The list as the model reads it back. Line breaks inside an item show as one space, so that no item can forge a line. */
export function renderTodos(todos: readonly TodoItem[]): string {
  if (todos.length === 0) return 'Todo list is empty.';
  const done = todos.filter((todo) => todo.status === 'completed').length;
  const lines = todos.map(({ id, content, status }) => `[${MARKS[status]}] ${oneLine(id)}: ${oneLine(content)}`);
  return [`Todo list (${done} of ${todos.length} completed):`, ...lines].join('\n');
}

export function sameTodos(a: readonly TodoItem[], b: readonly TodoItem[]): boolean {
  return (
    a.length === b.length &&
    a.every((todo, index) => {
      const other = b[index];
      return todo.id === other?.id && todo.content === other.content && todo.status === other.status;
    })
  );
}

/**
 * The list that the newest successful `write_todos` call left; `undefined` when none was written. Failed, refused and
 * unanswered calls do not count. A result answers the nearest message before it that has a call of its id.
 */
export function todosIn(messages: readonly Message[]): readonly TodoItem[] | undefined {
  let answered = new Set<string>();
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.role === 'tool' && !message.isError) answered.add(message.toolCallId);
    if (message?.role !== 'assistant' || message.toolCalls.length === 0) continue;
    for (const call of message.toolCalls.toReversed()) {
      if (call.name !== WRITE_TODOS || !answered.has(call.id)) continue;
      const input = parseJson(call.arguments);
      const todos = parseTodos(isRecord(input) ? input.todos : undefined);
      if (todos.ok) return todos.value;
    }
    // Ids may be used again: what answers this step answers no earlier one.
    answered = new Set();
  }
  return undefined;
}
