/** A file that is being named with @ where the person writes. */
export type Mention = {
  /** Where its @ stands. */
  readonly start: number;
  readonly query: string;
};

/** The mention that the caret stands at the end of. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}

/** The text with the mention completed, and where the caret belongs then. */
export function completeMention(
  text: string,
  { start, query }: Mention,
  path: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, start)}@${path} `;
  return { text: before + text.slice(start + 1 + query.length).replace(/^ /, ''), caret: before.length };
}
