import type { LiveEvent, LiveRun } from '../run/live.ts';
import { settleLive, stepLive, withLiveRun } from '../run/live.ts';
import { applySpanChange, type Span, spanChanges } from '../run/timeline.ts';
import { type PlanChange, planChange, planIn } from '../todos/plan.ts';
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
  /** Of those entries that hang where others hang too, by id. */
  readonly siblings: SiblingsById;
  readonly live: readonly LiveRun[];
  /** Of the active branch, oldest first: those that `entries` wrote, and at least the one before them. */
  readonly planHistory: readonly PlanChange[];
  readonly hasEarlierPlans: boolean;
  /** The newest of all runs, in the order in which entries told of them. */
  readonly spans: readonly Span[];
  /** Where the first of them is, if there are earlier ones. */
  readonly earlierSpans?: SpanPlace;
};

/** Which of how many entries it is that hang from the same one, from 1 and oldest first, and the ones next to it. */
export type Siblings = {
  readonly position: number;
  readonly total: number;
  readonly previousId?: string;
  readonly nextId?: string;
};

export type SiblingsById = { readonly [entryId: string]: Siblings };

/** The seq of the entry that opened a span, and which of that entry's spans it is. */
export type SpanPlace = { readonly seq: number; readonly n: number };

type Plans = Pick<ThreadWindow, 'planHistory' | 'hasEarlierPlans'>;

/** What comes before the entries of a window. */
export type EarlierPage = Pick<ThreadWindow, 'entries' | 'notes' | 'siblings' | 'hasEarlier'> & Plans;

/** `gap`: pushes are missing. `moved`: another branch is active now. Both: ask for the window again. */
export type WindowStep =
  | { readonly type: 'next'; readonly window: ThreadWindow }
  | { readonly type: 'gap' }
  | { readonly type: 'moved' };

/** What a window that follows a thread is told of it. */
export type ThreadPush =
  /**
   * What was committed at once: entries dense in seq, those of a path each hanging from the one before. `headId`: the
   * thread's head after them. No entries at all: a person has moved the head.
   */
  | {
      readonly type: 'entries';
      readonly threadId: string;
      readonly entries: readonly Entry[];
      readonly headId: string | null;
      /** Of those that hang where others hang already. */
      readonly siblings?: SiblingsById;
    }
  | { readonly type: 'live'; readonly threadId: string; readonly event: LiveEvent };

export function stepWindow(window: ThreadWindow, push: ThreadPush): WindowStep {
  if (push.threadId !== window.threadId) return { type: 'next', window };
  return push.type === 'live' ? stepLiveRuns(window, push.event) : stepEntries(window, push);
}

type EntriesPush = Extract<ThreadPush, { readonly type: 'entries' }>;

function stepEntries(window: ThreadWindow, push: EntriesPush): WindowStep {
  const { entries, headId } = push;
  const last = entries.at(-1);
  // It was on its way while the window was asked for.
  if (last !== undefined && last.seq <= window.seq) return { type: 'next', window };
  let next = window;
  for (const entry of entries) {
    if (entry.seq <= next.seq) continue;
    if (entry.seq > next.seq + 1) return { type: 'gap' };
    next = stepEntry(next, entry, push);
  }
  return headId === next.headId ? { type: 'next', window: next } : { type: 'moved' };
}

function stepEntry(window: ThreadWindow, entry: Entry, { entries, headId, siblings = {} }: EntriesPush): ThreadWindow {
  const spans = spanChanges(entry).reduce(applySpanChange, window.spans);
  const next = { ...window, seq: entry.seq, spans, live: settleLive(window.live, entry) };
  if (!isPathEntry(entry)) {
    const isShown = window.entries.some(({ id }) => id === entry.targetId);
    return isShown ? { ...next, notes: [...window.notes, entry] } : next;
  }
  const beside = siblings[entry.id];
  // What grows elsewhere in the tree belongs to another branch: even at the head, where a run works beside it.
  if (entry.parentId !== window.headId || !entries.some(({ id }) => id === headId)) {
    return beside === undefined ? next : { ...next, siblings: withSibling(window, entry, beside) };
  }
  const plan = planIn(entry, {
    plan: () => window.planHistory.at(-1)?.plan,
    call: ({ messageId, callId }) => {
      const message = window.entries.findLast(({ id }) => id === messageId);
      return message && callIn(message, callId);
    },
  });
  const planHistory = plan === undefined ? window.planHistory : [...window.planHistory, planChange(entry, plan)];
  const known = beside === undefined ? window.siblings : { ...window.siblings, [entry.id]: beside };
  return { ...next, headId: entry.id, entries: [...window.entries, entry], siblings: known, planHistory };
}

/** The siblings once `entry`, the newest of them, hangs beside one of the window's entries. */
function withSibling({ entries, siblings }: ThreadWindow, entry: PathEntry, { total }: Siblings): SiblingsById {
  const shown = entries.find(({ parentId }) => parentId === entry.parentId);
  if (shown === undefined) return siblings;
  const known = siblings[shown.id] ?? { position: 1 };
  return { ...siblings, [shown.id]: { nextId: entry.id, ...known, total } };
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
    siblings: { ...page.siblings, ...window.siblings },
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
  const siblings = Object.fromEntries(Object.entries(known.siblings).filter(([id]) => ids.has(id)));
  // Behind where the plans meet the two may be different branches.
  const plans = known.planHistory.findIndex(({ entryId }) => entryId === fresh.planHistory[0]?.entryId);
  const planHistory = known.planHistory.slice(0, Math.max(0, plans));
  const { hasEarlier, hasEarlierPlans } = known;
  return prependPage(fresh, { entries, notes, siblings, hasEarlier, planHistory, hasEarlierPlans });
}
