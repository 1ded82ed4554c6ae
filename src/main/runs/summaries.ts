import type { Push } from '../../shared/ipc/contract.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { threadsAbove } from '../threads/children.ts';
import type { Stores } from '../threads/stores.ts';
import { threadSummary } from '../threads/summaries.ts';

/** What is not urgent may wait this long, so that busy runs do not flood every window's list. */
const WAIT_MS = 200;

export type Summaries = {
  /** A stored summary as windows should see it. */
  readonly shown: (summary: ThreadSummary) => ThreadSummary;
  /** Tells every window the thread's summary, or that it is gone. */
  readonly publish: (threadId: string) => void;
  /** Publishes it soon; at once when `urgent`. */
  readonly touched: (threadId: string, urgent: boolean) => void;
  readonly close: () => void;
};

/** `standing`: what is so right now of a run, though the store does not know it. */
export function createSummaries(
  stores: Stores,
  publish: (push: Push) => void,
  standing: (runId: string) => Partial<ThreadSummary>,
): Summaries {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function shown(summary: ThreadSummary): ThreadSummary {
    const unsaved = stores.of(summary.id) === stores.unsaved;
    const marked = unsaved ? { ...summary, unsaved } : summary;
    return marked.runId === undefined ? marked : { ...marked, ...standing(marked.runId) };
  }

  function publishNow(threadId: string): void {
    waiting.delete(threadId);
    const summary = threadSummary(stores.of(threadId).read, threadId);
    publish(summary === undefined ? { type: 'removed', threadId } : { type: 'summary', summary: shown(summary) });
  }

  return {
    shown,
    publish: publishNow,
    touched(threadId, urgent) {
      // What a sub-agent does is in the summaries of those that it works for.
      const ids = [threadId, ...threadsAbove(stores.of(threadId).read, threadId)];
      if (urgent) return ids.forEach(publishNow);
      for (const id of ids) waiting.add(id);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const id of waiting) publishNow(id);
      }, WAIT_MS);
    },
    close: () => clearTimeout(timer),
  };
}
