import { useUnsent } from '../../data/unsent.ts';
import { type UnsentRun, EMPTY_RUN, parseUnsentRun } from './unsent-run.ts';

export type EditedRun = {
  readonly unsent: UnsentRun;
  readonly change: (part: Partial<UnsentRun>) => void;
  /** After a start: the next run is likely to be by the same agent in the same folder. */
  readonly started: () => void;
};

/** What is written for a run that is not to be saved is not kept on the disk either. */
function isSaved(text: string): boolean {
  return !parseUnsentRun(text).unsaved;
}

/** `undefined` until the engine has said what was being written. */
export function useUnsentRun(): EditedRun | undefined {
  const [text, update] = useUnsent('new-run', isSaved);
  if (text === undefined) return undefined;
  const change = (part: (unsent: UnsentRun) => UnsentRun) =>
    update((before) => JSON.stringify(part(parseUnsentRun(before))));
  return {
    unsent: parseUnsentRun(text),
    change: (part) => change((unsent) => ({ ...unsent, ...part })),
    started: () =>
      change(({ agentId, workspace, workspaceMode }) => ({ ...EMPTY_RUN, agentId, workspace, workspaceMode })),
  };
}
