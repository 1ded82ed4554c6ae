import { contextSize, type Counted, type RequestFrame } from '../../../shared/run/context.ts';
import { estimateEntry } from '../../../shared/run/estimates.ts';
import type { CompactionTrigger, OutputsClearedBody } from '../../../shared/thread/context-bodies.ts';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import { visiblePath } from '../../../shared/thread/visible-path.ts';
import { cutIndex } from './cut.ts';

/** What frees less than this share is not worth that the provider's cache forgets the branch. */
const WORTH = 0.05;

export type ClearingJob = {
  readonly path: readonly PathEntry[];
  readonly frame: RequestFrame;
  readonly counted: Counted | undefined;
  readonly keepTokens: number;
  readonly trigger: CompactionTrigger;
};

/** The entry that clears the outputs before the newest `keepTokens`; those of the newest step always stay. `undefined`: that would free too little. */
export function clearOutputs({
  path,
  frame,
  counted,
  keepTokens,
  trigger,
}: ClearingJob): OutputsClearedBody | undefined {
  const { entries, clearedBefore } = visiblePath(path);
  const newestStep = entries.findLastIndex(({ kind }) => kind === 'assistant_message');
  const until = Math.min(cutIndex(entries, keepTokens), newestStep);
  const freed = entries
    .slice(clearedBefore, Math.max(clearedBefore, until))
    .reduce((sum, entry) => sum + estimateEntry(entry, false) - estimateEntry(entry, true), 0);
  const before = contextSize(path, frame, counted);
  const untilId = entries[until]?.id;
  if (untilId === undefined || freed < before.tokens * WORTH) return undefined;
  const after = { tokens: Math.max(0, before.tokens - freed), estimated: true };
  return { kind: 'outputs_cleared', trigger, untilId, before, after };
}
