/** What a person types to have something done instead of sending a message. */
export type Command = { readonly name: 'compact'; readonly instruction?: string };

/** What Runlight says while a command is typed. */
export const COMMAND_NOTE =
  '/compact summarises the older part of the conversation; you can add what to keep: /compact keep the API decisions';

/** Everything else that begins with a slash is a message: paths do. */
export function commandIn(text: string): Command | undefined {
  const found = /^\/compact(?:\s+(\S[\s\S]*))?$/.exec(text.trim());
  if (found === null) return undefined;
  return found[1] === undefined ? { name: 'compact' } : { name: 'compact', instruction: found[1] };
}

/** Whether a text is a command, or may become one. */
export function isTypingCommand(text: string): boolean {
  return commandIn(text) !== undefined || (text !== '' && '/compact'.startsWith(text));
}
