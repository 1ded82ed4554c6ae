import { changedParts } from '../../../shared/thread/intervention-parts.ts';
import { changeWords } from '../../../shared/run/token-words.ts';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';

/** A moment of a run that is no work. */
export type TimelineEvent = {
  readonly entryId: string;
  readonly at: number;
  readonly kind: 'branch' | 'handoff' | 'intervention' | 'compaction';
  readonly text: string;
};

/**
 * Where branches part in a run, what a person changed, to whom it was handed over, and what was compacted after it by hand:
 * of the entries that are there.
 */
export function eventsOf(
  { entries, siblings }: Pick<ThreadWindow, 'entries' | 'siblings'>,
  runId: string,
): readonly TimelineEvent[] {
  let newest: string | undefined;
  return entries.flatMap((entry): readonly TimelineEvent[] => {
    newest = entry.runId ?? newest;
    if (newest !== runId) return [];
    const { id: entryId, at } = entry;
    const beside = siblings[entryId];
    const parts = beside && `Branch ${beside.position} of ${beside.total} begins`;
    const what = happening(entry);
    return [
      ...(parts === undefined ? [] : [{ entryId, at, kind: 'branch' as const, text: parts }]),
      ...(what === undefined ? [] : [{ entryId, at, ...what }]),
    ];
  });
}

function happening(entry: PathEntry): Pick<TimelineEvent, 'kind' | 'text'> | undefined {
  if (entry.kind === 'handoff') return { kind: 'handoff', text: `Handed over to ${entry.agent.name}` };
  if (entry.kind === 'intervention') {
    return { kind: 'intervention', text: `A person changed ${changedParts(entry).join(', ')}` };
  }
  // What a run compacts has a bar of its own.
  if (entry.kind !== 'compaction' || entry.runId !== undefined) return undefined;
  return { kind: 'compaction', text: `Compacted by hand afterwards, ${changeWords(entry)}` };
}
