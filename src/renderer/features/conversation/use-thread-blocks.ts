import { useMemo } from 'react';
import { isRun } from '../../../shared/run/live.ts';
import { isBusy } from '../../data/active-run.ts';
import type { OpenThread } from '../../data/thread.ts';
import type { Block } from './blocks.ts';
import { entryBlocks } from './entry-blocks.ts';
import { withLive } from './live-blocks.ts';

export type ThreadBlocks = {
  /** What the store has. */
  readonly stored: readonly Block[];
  /** The same with what its run does right now. */
  readonly blocks: readonly Block[];
};

/** What the window holds of a thread, as the conversation draws it. */
export function useThreadBlocks({ summary, window }: OpenThread): ThreadBlocks {
  const { entries, notes, siblings, planHistory, live } = window;
  // What works on another branch is not shown on this one.
  const busy = isBusy(summary);
  const activeRun = busy ? summary.runId : undefined;
  const status = busy || summary.side === undefined ? summary.status : 'idle';
  const stored = useMemo(
    () => entryBlocks({ entries, notes, siblings, planHistory }, activeRun),
    [entries, notes, siblings, planHistory, activeRun],
  );
  const blocks = useMemo(
    () =>
      withLive(
        stored,
        live.filter((run) => !isRun(run) || run.runId === activeRun),
        status,
      ),
    [stored, live, activeRun, status],
  );
  return { stored, blocks };
}
