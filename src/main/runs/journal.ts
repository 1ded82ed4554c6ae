import { must } from '../../shared/lib/assert.ts';
import { fold, type Fold } from '../../shared/lib/fold.ts';
import { fail, ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { stepRun, type RunRecord } from '../../shared/run/run-record.ts';
import { tipAfter, type Draft } from '../../shared/thread/draft.ts';
import { isPathEntry, type Entry, type PathEntry, type RunFinishedBody } from '../../shared/thread/entry.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { workedMs, workTimeFold } from './work-time.ts';

/** How often the end of a run that the store would not take is tried again. */
const SAVE_AGAIN_MS = 3000;

/** What one run writes, and what its entries come to: the only writer of its branch. */
export type Journal = {
  /** From its root; before `begin` what was written since alone. */
  readonly branch: () => readonly PathEntry[];
  /** Takes in the branch as it was when the journal was made. */
  readonly begin: (path: readonly PathEntry[]) => void;
  /** The entry that the next one hangs from. */
  readonly tip: () => string;
  readonly record: () => RunRecord;
  /** Whether it is written beside the active branch. */
  readonly side: () => boolean;
  /** The thread's head was moved; `here`: the tip is the head, and the active branch the run's. */
  readonly headMoved: (here: boolean) => void;
  /** How long the run has worked (ms). */
  readonly worked: () => number;
  /** Commits all or nothing, at the tip. After a failure nothing more is taken but the end. */
  readonly append: (drafts: readonly Draft[]) => Result<readonly Entry[]>;
  /** Why the store did not take everything; `undefined` once it has. */
  readonly failure: () => Failure | undefined;
  /** Takes nothing from now on, not even an end: the run stays as its entries stand. */
  readonly close: () => void;
  /** Stores the end and all that is not stored yet, now or as soon as the store takes it. */
  readonly finish: (end: RunFinishedBody) => void;
  /** Resolves when there is nothing more to store. */
  readonly saved: Promise<void>;
  /** Tries at once to store what is not stored yet. Only to be called after `finish`. */
  readonly save: () => Result<null>;
};

export type JournalStart = {
  readonly id: string;
  readonly threadId: string;
  /** It begins beside the active branch. */
  readonly side: boolean;
  /** The entry that the run goes on from. */
  readonly tip: string;
  /** The run's own entries so far. */
  readonly started: readonly Entry[];
};

const RECORD: Fold<RunRecord | undefined, Entry> = { init: undefined, step: stepRun };

/** `onEntry` is told of each entry that is stored. */
export function createJournal(
  { id: runId, threadId, started, ...start }: JournalStart,
  deps: RunsDeps,
  onEntry: (entry: Entry) => void,
): Journal {
  const pending: Draft[] = [];
  let branch: PathEntry[] = [];
  const saved = Promise.withResolvers<void>();
  let { tip, side } = start;
  /** Why `pending` is not stored. */
  let failure: Failure | undefined;
  let closed = false;
  let record = must(fold(RECORD, started), 'the start of a run');
  let time = must(fold(workTimeFold, started), 'the start of a run');

  function write(drafts: readonly Draft[]): ReturnType<typeof commit> {
    const committed = commit(deps, { threadId, runId, tip, head: side ? 'stay' : 'follow' }, drafts);
    if (!committed.ok) return committed;
    const before = record.status;
    for (const entry of committed.value.entries) {
      record = stepRun(record, entry) ?? record;
      time = workTimeFold.step(time, entry) ?? time;
      if (isPathEntry(entry)) branch.push(entry);
      onEntry(entry);
    }
    tip = committed.value.tip ?? tip;
    if (!side && committed.value.side) deps.log('info', 'A run works beside the active branch now', { runId });
    side ||= committed.value.side;
    if (record.status !== before) deps.runsChanged();
    return committed;
  }

  function save(): Result<null> {
    if (pending.length === 0) return ok(null);
    const stored = write(pending);
    // A thread that was deleted for good in the meantime has no place for it any more.
    const gone = !stored.ok && stored.error.code === 'thread_not_found';
    if (gone) deps.live.drop(threadId);
    else if (!stored.ok) {
      failure = stored.error;
      return stored;
    }
    pending.length = 0;
    failure = undefined;
    saved.resolve();
    return ok(null);
  }

  function saveLater(error: Failure): void {
    deps.touched(threadId, true);
    deps.runsChanged();
    deps.publish({ type: 'problem', threadId, error });
    const timer = setInterval(() => {
      if (save().ok) clearInterval(timer);
    }, SAVE_AGAIN_MS);
    timer.unref();
  }

  return {
    branch: () => branch,
    begin(path) {
      branch = [...path, ...branch];
    },
    tip: () => tip,
    record: () => record,
    side: () => side,
    headMoved(here) {
      side = !here;
    },
    worked: () => workedMs(time, deps.now()),
    append(drafts) {
      if (closed) return fail('run_rests', 'The run was put down until its calls are decided');
      // What failed comes first: nothing may be stored out of order.
      const appended = failure === undefined ? write(drafts) : ({ ok: false, error: failure } as const);
      if (appended.ok) return ok(appended.value.entries);
      failure = appended.error;
      pending.push(...drafts);
      return appended;
    },
    failure: () => failure,
    close() {
      closed = true;
    },
    finish(end) {
      if (closed) return saved.resolve();
      pending.push({ id: deps.newId(), targetId: tipAfter(tip, pending), body: end });
      const stored = save();
      if (!stored.ok) saveLater(stored.error);
    },
    saved: saved.promise,
    save,
  };
}
