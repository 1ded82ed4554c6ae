import { changedParts } from '../../../shared/thread/intervention-parts.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';

/** A moment of a run that is no work. */
export type TimelineEvent = {
  readonly entryId: string;
  readonly at: number;
  readonly kind: 'branch' | 'handoff' | 'intervention';
  readonly text: string;
};

/** Where branches part in a run, what a person changed, and to whom it was handed over: of the entries that are there. */
export function eventsOf(
  { entries, siblings }: Pick<ThreadWindow, 'entries' | 'siblings'>,
  runId: string,
): readonly TimelineEvent[] {
  return entries.flatMap((entry): readonly TimelineEvent[] => {
    if (entry.runId !== runId) return [];
    const { id: entryId, at } = entry;
    const beside = siblings[entryId];
    const events: TimelineEvent[] = [];
    if (beside !== undefined) {
      events.push({ entryId, at, kind: 'branch', text: `Branch ${beside.position} of ${beside.total} begins` });
    }
    if (entry.kind === 'handoff')
      events.push({ entryId, at, kind: 'handoff', text: `Handed over to ${entry.agent.name}` });
    if (entry.kind === 'intervention') {
      events.push({ entryId, at, kind: 'intervention', text: `A person changed ${changedParts(entry).join(', ')}` });
    }
    return events;
  });
}
