import type { Push } from '../../shared/ipc/contract.ts';
import { assertNever } from '../../shared/lib/assert.ts';
import { settleLive, stepLive, withLiveRun, type LiveEvent, type LiveRun } from '../../shared/run/live.ts';
import type { Entry } from '../../shared/thread/entry.ts';

/** No window needs more than about 30 updates a second. */
const FLUSH_MS = 33;

export type LiveHub = {
  readonly event: (threadId: string, event: LiveEvent) => void;
  /** What the thread's runs have in the making right now. */
  readonly of: (threadId: string) => readonly LiveRun[];
  /** To be called before committed entries are published: what was shown before them goes out before them. */
  readonly committed: (threadId: string, entries: readonly Entry[]) => void;
  /** Forgets a thread that is gone. */
  readonly drop: (threadId: string) => void;
  readonly close: () => void;
};

/** Holds each answer in the making, and passes its growth on in few, larger pieces. */
export function createLiveHub(publish: (push: Push) => void): LiveHub {
  const runs = new Map<string, readonly LiveRun[]>();
  const waiting = new Map<string, LiveEvent[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(threadId: string): void {
    for (const event of waiting.get(threadId) ?? []) publish({ type: 'live', threadId, event });
    waiting.delete(threadId);
  }

  function flushAll(): void {
    timer = undefined;
    for (const threadId of waiting.keys()) flush(threadId);
  }

  function set(threadId: string, live: readonly LiveRun[]): void {
    if (live.length === 0) runs.delete(threadId);
    else runs.set(threadId, live);
  }

  return {
    event(threadId, event) {
      const known = runs.get(threadId) ?? [];
      const step = stepLive(
        known.find((run) => run.runId === event.runId),
        event,
      );
      // Events come here in the order in which the loop made them: a gap is a bug, and the text in the entries is whole.
      if (step.type === 'gap') return;
      set(threadId, withLiveRun(known, step.live));
      const queue = waiting.get(threadId) ?? [];
      waiting.set(threadId, queue);
      const last = queue.at(-1);
      const merged = last === undefined ? undefined : mergeDeltas(last, event);
      if (merged === undefined) queue.push(event);
      else queue[queue.length - 1] = merged;
      timer ??= setTimeout(flushAll, FLUSH_MS);
    },
    of: (threadId) => runs.get(threadId) ?? [],
    committed(threadId, entries) {
      flush(threadId);
      set(threadId, entries.reduce(settleLive, runs.get(threadId) ?? []));
    },
    drop(threadId) {
      runs.delete(threadId);
      waiting.delete(threadId);
    },
    close: () => clearTimeout(timer),
  };
}

type Delta = Extract<LiveEvent, { readonly offset: number }>;

/** One delta for two that follow each other; `undefined` for anything else. */
function mergeDeltas(last: LiveEvent, next: LiveEvent): Delta | undefined {
  if (!('offset' in last) || !('offset' in next) || textOf(last) !== textOf(next)) return undefined;
  return last.offset + last.text.length === next.offset ? { ...last, text: last.text + next.text } : undefined;
}

/** Names the text that a delta goes on with. */
function textOf(delta: Delta): string {
  const { type, runId } = delta;
  switch (type) {
    case 'text':
    case 'reasoning':
      return `${runId} ${delta.step} ${type}`;
    case 'call':
      return `${runId} ${delta.step} call ${delta.index}`;
    case 'output':
      return `${runId} output ${delta.callId}`;
    default:
      return assertNever(type);
  }
}
