import { matchNames } from '../../../shared/todos/edits/match.ts';
import { type TodoCommand, TODO_VERBS } from '../../../shared/todos/edits/todo-command.ts';
import { COMMANDS } from './commands.ts';

export type Suggestion = {
  /** What the text becomes. */
  readonly text: string;
  readonly label: string;
  /** What may follow. */
  readonly args?: string;
  readonly does?: string;
};

/** What can be named behind a verb. */
export type Names = { readonly tasks: readonly string[]; readonly phases: readonly string[] };

/** Verbs, and what they are about. */
const ABOUT: Partial<Record<TodoCommand['type'], readonly (keyof Names)[]>> = {
  append: ['phases'],
  start: ['tasks'],
  done: ['tasks', 'phases'],
  drop: ['tasks', 'phases'],
  rm: ['tasks', 'phases'],
};

const MOST = 50;

/** How a command that is being typed may go on: nothing once it says it all. */
export function suggestionsFor(text: string, names: Names): readonly Suggestion[] {
  return possible(text, names)
    .filter((one) => one.text.trim() !== text.trim())
    .slice(0, MOST);
}

function possible(text: string, names: Names): readonly Suggestion[] {
  if (/^\/\w*$/.test(text)) {
    return COMMANDS.filter(({ name }) => name.startsWith(text.slice(1))).map(({ name, args, does }) => ({
      text: `/${name} `,
      label: `/${name}`,
      args,
      does,
    }));
  }
  const word = /^\/todo\s+(\S*)$/.exec(text)?.[1];
  if (word !== undefined) {
    return TODO_VERBS.filter(({ verb }) => verb.startsWith(word.toLowerCase())).map(({ verb, args, does }) => ({
      text: `/todo ${verb}${args === '' ? '' : ' '}`,
      label: verb,
      args,
      does,
    }));
  }
  const [, verb, query = ''] = /^\/todo\s+(\S+)\s+([\s\S]*)$/.exec(text) ?? [];
  const about = TODO_VERBS.find((one) => one.verb === verb?.toLowerCase())?.verb;
  const kinds = (about && ABOUT[about]) ?? [];
  return kinds.flatMap((kind) =>
    matchNames(query, names[kind], kind).map((name) => {
      // Behind a phase comes the task.
      const named = about === 'append' ? `"${name}" ` : name;
      return { text: `/todo ${about} ${named}`, label: name, does: kind === 'phases' ? 'phase' : undefined };
    }),
  );
}
