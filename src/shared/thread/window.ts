import type { LiveEvent, LiveRun } from '../run/live.ts';
import { settleLive, stepLive, withLiveRun } from '../run/live.ts';
import { applySpanChange, type Span, spanChanges } from '../run/timeline.ts';
import { type PlanChange, planIn } from '../todos/plan.ts';
import { callIn, isPathEntry, type Entry, type NoteEntry, type PathEntry } from './entry.ts';

/**
 * What a window holds of a thread: the end of its active branch, and what hangs from it. The engine answers it whole;
 * the window then follows by stepping pushes, and asks again where something is missing.
 */
export type ThreadWindow = {
  readonly threadId: string;
  /** The newest entry that it has seen. */
  readonly seq: number;
  readonly headId: string | null;
  /** The end of the active branch, oldest first. */
  readonly entries: readonly PathEntry[];
  readonly hasEarlier: boolean;
  /** Notes about those entries, in order. */
  readonly notes: readonly NoteEntry[];
  readonly live: readonly LiveRun[];
  /** Of the active branch, oldest first: those that `entries` wrote, and at least the one before them. */
  readonly planHistory: readonly PlanChange[];
  readonly hasEarlierPlans: boolean;
  /** The newest of all runs, in the order in which entries told of them. */
  readonly spans: readonly Span[];
  /** Where the first of them is, if there are earlier ones. */
  readonly earlierSpans?: SpanPlace;
};

/** The seq of the entry that opened a span, and which of that entry's spans it is. */
export type SpanPlace = { readonly seq: number; readonly n: number };

type Plans = Pick<ThreadWindow, 'planHistory' | 'hasEarlierPlans'>;

/** What comes before the entries of a window. */
export type EarlierPage = Pick<ThreadWindow, 'entries' | 'notes' | 'hasEarlier'> & Plans;

/** `gap`: pushes are missing. `moved`: another branch is active now. Both: ask for the window again. */
export type WindowStep =
  | { readonly type: 'next'; readonly window: ThreadWindow }
  | { readonly type: 'gap' }
  | { readonly type: 'moved' };

/** What a window that follows a thread is told of it. */
export type ThreadPush =
  /** Committed entries, dense in seq, and the thread's head after them. */
  | {
      readonly type: 'entries';
      readonly threadId: string;
      readonly entries: readonly Entry[];
      readonly headId: string | null;
    }
  | { readonly type: 'live'; readonly threadId: string; readonly event: LiveEvent };

export function stepWindow(window: ThreadWindow, push: ThreadPush): WindowStep {
  if (push.threadId !== window.threadId) return { type: 'next', window };
  return push.type === 'live' ? stepLiveRuns(window, push.event) : stepEntries(window, push.entries, push.headId);
}

function stepEntries(window: ThreadWindow, entries: readonly Entry[], headId: string | null): WindowStep {
  let next = window;
  for (const entry of entries) {
    if (entry.seq <= next.seq) continue;
    if (entry.seq > next.seq + 1) return { type: 'gap' };
    next = stepEntry(next, entry);
  }
  return headId === next.headId ? { type: 'next', window: next } : { type: 'moved' };
}

function stepEntry(window: ThreadWindow, entry: Entry): ThreadWindow {
  const spans = spanChanges(entry).reduce(applySpanChange, window.spans);
  const next = { ...window, seq: entry.seq, spans, live: settleLive(window.live, entry) };
  if (!isPathEntry(entry)) return { ...next, notes: [...window.notes, entry] };
  // What grows elsewhere in the tree belongs to another branch.
  if (entry.parentId !== window.headId) return next;
  const plan = planIn(entry, {
    plan: () => window.planHistory.at(-1)?.plan,
    call: ({ messageId, callId }) => {
      const message = window.entries.findLast(({ id }) => id === messageId);
      return message && callIn(message, callId);
    },
  });
  const planHistory =
    plan === undefined ? window.planHistory : [...window.planHistory, { entryId: entry.id, at: entry.at, plan }];
  return { ...next, headId: entry.id, entries: [...window.entries, entry], planHistory };
}

function stepLiveRuns(window: ThreadWindow, event: LiveEvent): WindowStep {
  const known = window.live.find((run) => run.runId === event.runId);
  const step = stepLive(known, event);
  if (step.type === 'gap') return step;
  return { type: 'next', window: { ...window, live: withLiveRun(window.live, step.live) } };
}

/** Puts an earlier page in front. */
export function prependPage(window: ThreadWindow, page: EarlierPage): ThreadWindow {
  return {
    ...window,
    entries: [...page.entries, ...window.entries],
    notes: [...page.notes, ...window.notes],
    hasEarlier: page.hasEarlier,
    ...earlierPlans(window, page),
  };
}

/** A plan history with what a page of the same branch has before it. */
export function earlierPlans({ planHistory, hasEarlierPlans }: Plans, page: Plans): Plans {
  const known = new Set(planHistory.map(({ entryId }) => entryId));
  const before = page.planHistory.filter(({ entryId }) => !known.has(entryId));
  if (before.length === 0) return { planHistory, hasEarlierPlans };
  return { planHistory: [...before, ...planHistory], hasEarlierPlans: page.hasEarlierPlans };
}

/** A fresh answer with the earlier pages that were loaded before, where the two meet. */
export function joinWindows(known: ThreadWindow, fresh: ThreadWindow): ThreadWindow {
  const firstId = fresh.entries[0]?.id;
  const meet = known.entries.findIndex((entry) => entry.id === firstId);
  if (meet <= 0) return fresh;
  const entries = known.entries.slice(0, meet);
  const ids = new Set(entries.map((entry) => entry.id));
  const notes = known.notes.filter((note) => ids.has(note.targetId));
  // Behind where the plans meet the two may be different branches.
  const plans = known.planHistory.findIndex(({ entryId }) => entryId === fresh.planHistory[0]?.entryId);
  const planHistory = known.planHistory.slice(0, Math.max(0, plans));
  const { hasEarlier, hasEarlierPlans } = known;
  return prependPage(fresh, { entries, notes, hasEarlier, planHistory, hasEarlierPlans });
}
