import type { RunRecord } from '../../../shared/run/run-record.ts';
import type { RunsDeps } from '../../runs/deps.ts';
import { unfinishedRuns } from '../../threads/runs.ts';
import { headOf } from '../../threads/thread-rows.ts';
import { takeSpooled, type Taken } from '../spool/take-spooled.ts';
import { reports } from './protocol.ts';
import { storePage } from './store-entries.ts';

/** How often the home folder is looked into for what programs have left. */
const LOOK_MS = 2000;

/**
 * Takes in the runs of programs that ended before any engine heard of them, from now on. `interrupt` is told of those that
 * never came to their end.
 */
export function takeLeftEntries(
  home: string,
  deps: RunsDeps,
  interrupt: (run: RunRecord) => void,
): { readonly close: () => void } {
  let looking: Promise<void> | undefined;
  let closed = false;

  async function look(): Promise<void> {
    const threads = new Set<string>();
    await takeSpooled(home, (page) => (closed ? 'leave' : take(threads, page)), deps.log);
    if (closed || threads.size === 0) return;
    for (const run of unfinishedRuns(deps.store.read)) if (threads.has(run.threadId)) interrupt(run);
  }

  function take(threads: Set<string>, page: unknown): Taken {
    const told = reports['program.entries'].safeParse(page);
    if (!told.success) return 'end';
    const { thread, entries } = told.data;
    const [first] = entries;
    // The beginning is known already: where the thread is not there, a person has deleted it.
    const begins = first !== undefined && 'parentId' in first && first.parentId === null;
    if (!begins && headOf(deps.store.read, thread.id) === undefined) return 'next';
    const stored = storePage(deps, threads, thread, entries);
    if (stored.ok) return 'next';
    deps.log('warn', 'What a program left was not stored', { threadId: thread.id, code: stored.error.code });
    return stored.error.code === 'store_failed' ? 'leave' : 'next';
  }

  function soon(): void {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }

  soon();
  const timer = setInterval(soon, LOOK_MS);
  timer.unref();
  return {
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}
