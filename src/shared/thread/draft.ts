import type { NoteBody, PathBody } from './entry.ts';

/** An entry to be. Path drafts hang one from the other, the first from the tip; notes name their target. */
export type Draft = PathDraft | NoteDraft;

type PathDraft = { readonly id: string; readonly body: PathBody };
type NoteDraft = { readonly id: string; readonly targetId: string; readonly body: NoteBody };

/** Where a branch goes on from once `drafts` are appended at `tip`. */
export function tipAfter(tip: string, drafts: readonly Draft[]): string {
  return drafts.findLast((draft) => !('targetId' in draft))?.id ?? tip;
}
