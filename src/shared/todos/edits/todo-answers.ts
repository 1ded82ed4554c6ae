/** What came of a person's edit. */
export type TodoEdited = {
  /** The entry that it is stored as. */
  readonly entryId: string;
  /** What they did, in a sentence. */
  readonly action: string;
};

/** A plan as Markdown, and the entry that wrote it: `null` where there is none yet. */
export type TodoMarkdown = { readonly markdown: string; readonly entryId: string | null };

/** As much of a list in Markdown as is read, in characters. */
export const MAX_TODO_MARKDOWN = 500_000;

/** The file is outside of the folder that the thread works in, at this absolute path: a person is asked first. */
type Outside = { readonly type: 'outside'; readonly path: string };

export type TodoExport =
  | { readonly type: 'written'; readonly path: string }
  /** There is a file already: nothing was written. */
  | { readonly type: 'exists'; readonly path: string }
  | Outside;

export type TodoImport = { readonly type: 'imported'; readonly edited: TodoEdited } | Outside;
