import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import { openItems } from '../../../shared/todos/plan.ts';
import { standingText, statusText } from '../../ui/status-text.ts';

/** How the thread goes, in words: `Working · step 4`, `Queued, 2nd`, `Finished, 2 open`. */
export function headline(
  summary: Pick<ThreadSummary, 'status' | 'runId' | 'side' | 'plan' | 'place' | 'pausing'>,
  window: Pick<ThreadWindow, 'live' | 'entries'>,
): string {
  return summary.side === undefined ? standing(summary, window) : `${standing(summary, window)}, on another branch`;
}

function standing(
  summary: Pick<ThreadSummary, 'status' | 'runId' | 'plan' | 'place' | 'pausing'>,
  window: Pick<ThreadWindow, 'live' | 'entries'>,
): string {
  const { status, plan, pausing } = summary;
  if (status === 'running' && pausing !== true) {
    const step = currentStep(summary.runId, window);
    return step === 0 ? statusText(status) : `${statusText(status)} · step ${step}`;
  }
  const open = plan === undefined ? 0 : openItems(plan);
  return status === 'finished' && open > 0 ? `${statusText(status)}, ${open} open` : standingText(summary);
}

function currentStep(runId: string | undefined, { live, entries }: Pick<ThreadWindow, 'live' | 'entries'>): number {
  const written = entries.findLast((entry) => entry.kind === 'assistant_message' && entry.runId === runId);
  const step = written?.kind === 'assistant_message' ? written.step : 0;
  return Math.max(step, live.find((run) => run.runId === runId)?.step ?? 0);
}
