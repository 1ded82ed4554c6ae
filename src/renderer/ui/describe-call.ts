import { isRecord, parseJson } from '../../shared/lib/json.ts';
import { visibleText } from '../../shared/lib/visible-text.ts';
import { ASK_TOOL } from '../../shared/run/agent-tools.ts';
import { WRITE_TODOS } from '../../shared/todos/list.ts';
import { TODO_TOOL } from '../../shared/todos/phases/todo-op.ts';

export type CallIcon = 'read' | 'write' | 'edit' | 'list' | 'search' | 'command' | 'todos' | 'agent' | 'tool';

/** A call in words: `Read` `src/price.js`. */
export type CallTitle = {
  readonly icon: CallIcon;
  readonly verb: string;
  /** What it acts on, to be shown as code. */
  readonly target?: string;
  /** More of it in plain words, such as a range of lines. */
  readonly detail?: string;
};

type Arguments = Readonly<Record<string, unknown>>;

const TITLES: Readonly<Record<string, (args: Arguments) => CallTitle>> = {
  list_files: (args) => ({ icon: 'list', verb: 'List', target: textOf(args, 'path', 'glob') ?? '.' }),
  read_file: (args) => ({ icon: 'read', verb: 'Read', target: textOf(args, 'path'), detail: rangeOf(args) }),
  write_file: (args) => ({ icon: 'write', verb: 'Write', target: textOf(args, 'path') }),
  edit_file: (args) => ({ icon: 'edit', verb: 'Edit', target: textOf(args, 'path') }),
  search_files: searchTitle,
  search: searchTitle,
  run_command: (args) => ({ icon: 'command', verb: 'Run', target: textOf(args, 'command') }),
  [WRITE_TODOS]: () => ({ icon: 'todos', verb: 'Update the plan' }),
  [TODO_TOOL]: todoTitle,
};

/** `text`: the arguments as the model wrote them, or has written them so far. */
export function describeCall(name: string, text: string): CallTitle {
  const args = readArguments(text);
  const known = Object.hasOwn(TITLES, name) ? TITLES[name] : undefined;
  if (name.startsWith(ASK_TOOL)) return { icon: 'agent', verb: 'Ask', target: textOf(args, 'task') };
  return known?.(args) ?? { icon: 'tool', verb: visibleText(name), target: firstText(args) };
}

/** Of arguments that are still being written, the strings that are whole. */
function readArguments(text: string): Arguments {
  const whole = parseJson(text);
  if (isRecord(whole)) return whole;
  const args: Record<string, unknown> = {};
  for (const [, name, value] of text.slice(0, 2000).matchAll(/"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*")/g)) {
    if (name !== undefined && value !== undefined) args[name] ??= parseJson(value);
  }
  return args;
}

function searchTitle(args: Arguments): CallTitle {
  const path = textOf(args, 'path');
  return {
    icon: 'search',
    verb: 'Search',
    target: textOf(args, 'pattern', 'query', 'text'),
    detail: path === undefined || path === '.' ? undefined : `in ${path}`,
  };
}

const TODO_VERBS: Readonly<Record<string, string>> = {
  init: 'Write the plan',
  start: 'Start',
  done: 'Complete',
  drop: 'Drop',
  block: 'Block',
  unblock: 'Unblock',
  rm: 'Remove',
  append: 'Add to the plan',
  view: 'Read the plan',
};

function todoTitle(args: Arguments): CallTitle {
  const op = typeof args.op === 'string' && Object.hasOwn(TODO_VERBS, args.op) ? TODO_VERBS[args.op] : undefined;
  return { icon: 'todos', verb: op ?? 'Update the plan', target: textOf(args, 'task', 'phase') };
}

function rangeOf(args: Arguments): string | undefined {
  const from = numberOf(args, 'from', 'start', 'offset', 'startLine');
  const to = numberOf(args, 'to', 'end', 'endLine');
  if (from === undefined && to === undefined) return undefined;
  return to === undefined ? `from line ${from}` : `lines ${from ?? 1}–${to}`;
}

function textOf(args: Arguments, ...names: readonly string[]): string | undefined {
  const value = names.map((name) => args[name]).find((one) => typeof one === 'string' && one !== '');
  return typeof value === 'string' ? oneLine(value) : undefined;
}

function numberOf(args: Arguments, ...names: readonly string[]): number | undefined {
  const value = names.map((name) => args[name]).find((one) => typeof one === 'number');
  return typeof value === 'number' ? value : undefined;
}

function firstText(args: Arguments): string | undefined {
  const value = Object.values(args).find((one) => typeof one === 'string' && one !== '');
  return typeof value === 'string' ? oneLine(value) : undefined;
}

function oneLine(text: string): string {
  return text.slice(0, 300).replaceAll(/\s+/g, ' ').trim();
}
