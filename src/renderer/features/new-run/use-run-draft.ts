import { useDraft } from '../../data/drafts.ts';
import { type Draft, EMPTY_DRAFT, parseDraft } from './draft.ts';

export type RunDraft = {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** After a start: the next run is likely to be by the same agent in the same folder. */
  readonly started: () => void;
};

/** `undefined` until the engine has said what was being written. */
export function useRunDraft(): RunDraft | undefined {
  const [text, update] = useDraft('new-run');
  if (text === undefined) return undefined;
  const change = (part: (draft: Draft) => Draft) => update((before) => JSON.stringify(part(parseDraft(before))));
  return {
    draft: parseDraft(text),
    change: (part) => change((draft) => ({ ...draft, ...part })),
    started: () =>
      change(({ agentId, workspace, workspaceMode }) => ({ ...EMPTY_DRAFT, agentId, workspace, workspaceMode })),
  };
}
