import { assertNever } from '../../lib/assert.ts';
import { fail, ok, type Result } from '../../lib/result.ts';

/** What a person may write as `/todo …`. */
export type TodoCommand =
  | { readonly type: 'status' | 'help' | 'edit' | 'copy' | 'expand' | 'collapse' }
  /** Relative to the workspace, or absolute. */
  | { readonly type: 'export' | 'import'; readonly path: string }
  | { readonly type: 'append'; readonly content: string; readonly phase?: string }
  /** `query`: what a task or a phase is called, or a part of it. */
  | { readonly type: 'start'; readonly query: string }
  /** Without a query: everything. */
  | { readonly type: 'done' | 'drop' | 'rm'; readonly query?: string };

export type TodoVerb = { readonly verb: TodoCommand['type']; readonly args: string; readonly does: string };

export const TODO_VERBS: readonly TodoVerb[] = [
  { verb: 'status', args: '', does: 'show the list' },
  { verb: 'append', args: '["phase"] task', does: 'add a task, to the last phase if none is named' },
  { verb: 'start', args: 'task', does: 'make a task the current one' },
  { verb: 'done', args: '[task or phase]', does: 'complete a task, a phase, or everything' },
  { verb: 'drop', args: '[task or phase]', does: 'give a task, a phase, or everything up' },
  { verb: 'rm', args: '[task or phase]', does: 'remove a task, the tasks of a phase, or everything' },
  { verb: 'edit', args: '', does: 'edit the list as Markdown' },
  { verb: 'copy', args: '', does: 'copy the list as Markdown' },
  { verb: 'export', args: '[path]', does: 'write the list to a Markdown file, TODO.md if none is named' },
  { verb: 'import', args: '[path]', does: 'take the list of a Markdown file, TODO.md if none is named' },
  { verb: 'expand', args: '', does: 'show every task' },
  { verb: 'collapse', args: '', does: 'show the current phase alone' },
  { verb: 'help', args: '', does: 'show what can be done here' },
];

const DEFAULT_PATH = 'TODO.md';

/**
 * Reads `/todo …`; `phases` are the names of those that there are. The first word of what is appended names a phase where
 * it is in quotes, or where there is one of that name. Failures: `todo_verb_unknown`, `todo_words_missing`.
 */
export function parseTodoCommand(line: string, phases: readonly string[]): Result<TodoCommand> {
  const [, word = '', rest = ''] = /^\s*\/todo(?:\s+(\S+))?(?:\s+(.*))?$/s.exec(line.trimEnd()) ?? [];
  const verb = word === '' ? 'status' : TODO_VERBS.find((one) => one.verb === word.toLowerCase())?.verb;
  switch (verb) {
    case 'status':
    case 'help':
    case 'edit':
    case 'copy':
    case 'expand':
    case 'collapse':
      return ok({ type: verb });
    case 'export':
    case 'import':
      return ok({ type: verb, path: unquoted(rest) || DEFAULT_PATH });
    case 'append':
      return append(rest, phases);
    case 'start': {
      const query = unquoted(rest);
      return query === '' ? wordsMissing('start', 'task') : ok({ type: verb, query });
    }
    case 'done':
    case 'drop':
    case 'rm': {
      const query = unquoted(rest);
      return ok(query === '' ? { type: verb } : { type: verb, query });
    }
    case undefined:
      return fail('todo_verb_unknown', `/todo has no “${word}”.`, 'Write /todo help for what it has.');
    default:
      return assertNever(verb);
  }
}

function append(text: string, phases: readonly string[]): Result<TodoCommand> {
  const [, quoted, behind = ''] = QUOTED.exec(text) ?? [];
  const named = quoted !== undefined && behind !== '' ? quoted.slice(1, -1) : undefined;
  const phase = named === undefined ? phaseAtStart(text, phases) : (phases.find((one) => isAlike(one, named)) ?? named);
  const content = unquoted(named === undefined ? text.slice(phase?.length ?? 0) : behind);
  if (content === '') return wordsMissing('append', 'task');
  return ok(phase === undefined ? { type: 'append', content } : { type: 'append', content, phase });
}

/** The longest name that `text` begins with, and goes on after. */
function phaseAtStart(text: string, phases: readonly string[]): string | undefined {
  return phases
    .filter(
      (name) => name !== '' && isAlike(text.slice(0, name.length), name) && /^\s+\S/.test(text.slice(name.length)),
    )
    .toSorted((a, b) => b.length - a.length)[0];
}

function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const QUOTED = /^("[^"]*"|'[^']*')(?:\s+(.*))?$/s;

/** Text without the quotes around all of it. */
function unquoted(text: string): string {
  const [, quoted, behind] = QUOTED.exec(text.trim()) ?? [];
  return quoted === undefined || behind !== undefined ? text.trim() : quoted.slice(1, -1);
}

function wordsMissing(verb: string, what: string): Result<never> {
  return fail('todo_words_missing', `/todo ${verb} needs a ${what}.`, `Write /todo ${verb} and what the ${what} is.`);
}
