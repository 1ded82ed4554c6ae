/** What a person types to have something done instead of sending a message. */
export type Command =
  | { readonly name: 'todo'; readonly line: string }
  | { readonly name: 'compact'; readonly instruction?: string };

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
];

/** Everything else that begins with a slash is a message: paths do. */
export function commandIn(text: string): Command | undefined {
  const line = text.trim();
  const [, word, rest = ''] = /^\/(\w+)(?:\s+([\s\S]*))?$/.exec(line) ?? [];
  if (word === 'todo') return { name: 'todo', line };
  if (word !== 'compact') return undefined;
  return rest === '' ? { name: 'compact' } : { name: 'compact', instruction: rest };
}

/** What to say about a text that is a command, or becomes one if it goes on like this. */
export function commandNote(text: string): string | undefined {
  const name = commandIn(text)?.name;
  return COMMANDS.find((command) => command.name === name)?.note;
}
