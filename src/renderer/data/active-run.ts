import { isActive } from '../../shared/run/status.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';

type Shown = Pick<ThreadSummary, 'status' | 'runId' | 'side'>;

/** The run that works on the thread: on its active branch or, while none does there, beside it. */
export function activeRunId({ status, runId }: Pick<Shown, 'status' | 'runId'>): string | undefined {
  return isActive(status) ? runId : undefined;
}

/** Whether a run works on the active branch. */
export function isBusy({ status, side }: Pick<Shown, 'status' | 'side'>): boolean {
  return isActive(status) && side === undefined;
}
