import { matchNames } from '../../../shared/todos/edits/match.ts';
import { type TodoCommand, TODO_VERBS } from '../../../shared/todos/edits/todo-command.ts';
import { matchModels, OWN_MODEL } from './choose-model.ts';
import { COMMANDS } from './commands.ts';

export type Suggestion = {
  /** What the text becomes. */
  readonly text: string;
  readonly label: string;
  /** What may follow. */
  readonly args?: string;
  readonly does?: string;
};

/** What can be named behind a verb, or behind a command: models by their ids, exports in words. */
export type Names = {
  readonly tasks: readonly string[];
  readonly phases: readonly string[];
  readonly models: readonly string[];
  readonly exports: readonly string[];
};

/** Verbs, and what they are about. */
const ABOUT: Partial<Record<TodoCommand['type'], readonly ('tasks' | 'phases')[]>> = {
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
  const model = /^\/model\s+(.*)$/.exec(text)?.[1];
  if (model !== undefined) {
    const own = { text: `/model ${OWN_MODEL}`, label: OWN_MODEL, does: 'the agent’s own' };
    const found = matchModels(model, names.models).map((id) => ({ text: `/model ${id}`, label: id }));
    return OWN_MODEL.startsWith(model.toLowerCase()) ? [own, ...found] : found;
  }
  const what = /^\/export\s+(.*)$/.exec(text)?.[1];
  if (what !== undefined) {
    const exports = matchNames(what, names.exports, 'phases');
    return exports.map((label) => ({ text: `/export ${label.toLowerCase()}`, label }));
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
