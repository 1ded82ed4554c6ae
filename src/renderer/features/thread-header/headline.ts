import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import { type Standing, standingText, statusText } from '../../ui/status-text.ts';

type Headed = Standing & Pick<ThreadSummary, 'runId' | 'side'>;

/** How the thread goes, in words: `Working · step 4`, `Queued, 2nd`, `Finished, 2 open`. */
export function headline(summary: Headed, window: Pick<ThreadWindow, 'live' | 'entries'>): string {
  return summary.side === undefined ? standing(summary, window) : `${standing(summary, window)}, on another branch`;
}

function standing(summary: Headed, window: Pick<ThreadWindow, 'live' | 'entries'>): string {
  const { status, pausing } = summary;
  if (status === 'running' && pausing !== true) {
    const step = currentStep(summary.runId, window);
    return step === 0 ? statusText(status) : `${statusText(status)} · step ${step}`;
  }
  return standingText(summary);
}

function currentStep(runId: string | undefined, { live, entries }: Pick<ThreadWindow, 'live' | 'entries'>): number {
  const written = entries.findLast((entry) => entry.kind === 'assistant_message' && entry.runId === runId);
  const step = written?.kind === 'assistant_message' ? written.step : 0;
  return Math.max(step, live.find((run) => run.runId === runId)?.step ?? 0);
}
