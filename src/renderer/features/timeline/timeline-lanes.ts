import type { ChildLane } from '../../../shared/run/child-thread.ts';
import { callSpanId, type Span } from '../../../shared/run/timeline.ts';

/** A row of the waterfall. */
export type TimelineItem = {
  /** Unique among the rows. */
  readonly key: string;
  readonly span: Span;
  /** Where it happened: in the thread that is shown, or in that of a sub-agent. */
  readonly threadId: string;
  /** How many sub-agents are above it. */
  readonly depth: number;
  /** Of the call that a sub-agent works for: who that is. */
  readonly lane?: Pick<ChildLane, 'threadId' | 'name' | 'hasEarlier'> & { readonly folded: boolean };
};

/**
 * The rows of a run with those of its sub-agents, each below the call that it works for; of a sub-agent whose thread is in
 * `folded` that call alone.
 */
export function withLanes(
  rows: readonly Span[],
  lanes: readonly ChildLane[],
  threadId: string,
  folded: ReadonlySet<string>,
): readonly TimelineItem[] {
  const byCall = new Map(
    lanes.map((lane) => {
      const { threadId: askedIn, messageId, callId } = lane.spawnedBy;
      return [`${askedIn} ${callSpanId('tool', messageId, callId)}`, lane];
    }),
  );
  const items: TimelineItem[] = [];
  function add(spans: readonly Span[], of: string, depth: number): void {
    for (const span of spans) {
      const key = `${of} ${span.id}`;
      const lane = byCall.get(key);
      if (lane === undefined) {
        items.push({ key, span, threadId: of, depth });
        continue;
      }
      const { threadId: child, name, hasEarlier } = lane;
      // What a file holds may go in circles.
      byCall.delete(key);
      items.push({
        key,
        span,
        threadId: of,
        depth,
        lane: { threadId: child, name, hasEarlier, folded: folded.has(child) },
      });
      if (!folded.has(child)) add(inOrder(lane.spans), child, depth + 1);
    }
  }
  add(rows, threadId, 0);
  return items;
}

function inOrder(spans: readonly Span[]): readonly Span[] {
  return spans.toSorted((a, b) => a.startedAt - b.startedAt);
}
