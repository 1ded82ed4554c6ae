import { assertNever } from '../../../shared/lib/assert.ts';

/** What a person types to have something done instead of sending a message. */
export type Command =
  | { readonly name: 'todo'; readonly line: string }
  | { readonly name: 'compact'; readonly instruction?: string }
  /** `query`: a part of what it is called. */
  | { readonly name: 'model'; readonly query?: string }
  | { readonly name: 'export'; readonly what?: string };

export type CommandInfo = {
  readonly name: Command['name'];
  /** What may follow it. */
  readonly args: string;
  readonly does: string;
  /** What is said while it is typed. */
  readonly note: string;
};

export const COMMANDS: readonly CommandInfo[] = [
  {
    name: 'todo',
    args: '[verb]',
    does: 'show or change the todo list',
    note: '/todo shows the list; /todo help tells what else it can do',
  },
  {
    name: 'compact',
    args: '[what to keep]',
    does: 'summarise the older part',
    note: '/compact summarises the older part of the conversation; you can add what to keep: /compact keep the API decisions',
  },
  {
    name: 'model',
    args: '[name]',
    does: 'choose who answers next',
    note: '/model and a part of a name choose the model of the next messages; /model own is the agent’s',
  },
  {
    name: 'export',
    args: '[what]',
    does: 'export the branch or the thread',
    note: '/export writes the branch or the thread to a file, as Markdown or JSON',
  },
];

/** Everything else that begins with a slash is a message: paths do. */
export function commandIn(text: string): Command | undefined {
  const line = text.trim();
  const [, word, rest = ''] = /^\/(\w+)(?:\s+([\s\S]*))?$/.exec(line) ?? [];
  const named = COMMANDS.find(({ name }) => name === word)?.name;
  switch (named) {
    case 'todo':
      return { name: 'todo', line };
    case 'compact':
      return rest === '' ? { name: 'compact' } : { name: 'compact', instruction: rest };
    case 'model':
      return rest === '' ? { name: 'model' } : { name: 'model', query: rest };
    case 'export':
      return rest === '' ? { name: 'export' } : { name: 'export', what: rest };
    case undefined:
      return undefined;
    default:
      return assertNever(named);
  }
}

/** What to say about a text that is a command, or becomes one if it goes on like this. */
export function commandNote(text: string): string | undefined {
  const name = commandIn(text)?.name;
  return COMMANDS.find((command) => command.name === name)?.note;
}
