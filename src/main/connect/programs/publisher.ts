import type { Push } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { replayLive, type LiveRun } from '../../../shared/run/live.ts';
import type { Log } from '../../lib/log.ts';
import { within } from '../../lib/within.ts';
import type { Runs } from '../../runs/runs.ts';
import type { ReadDb } from '../../threads/database.ts';
import { unfinishedRuns } from '../../threads/runs.ts';
import { spawnedByOf } from '../../threads/children.ts';
import { threadSummary } from '../../threads/summaries.ts';
import { dial } from '../socket/dial.ts';
import type { Line } from '../socket/line.ts';
import { createSpoolWriter } from '../spool/spool-writer.ts';
import { nextPage } from './next-page.ts';
import { wishes, type EntriesTold, type LiveTold } from './protocol.ts';

const DIAL_AGAIN_MS = 1000;
/** How long an engine may take to store a page before it is given up. A program that wants to end waits no longer either. */
const STORE_MS = 5000;
/** Text in the making that the engine does not take in time is left out: it gets the whole text again later. */
const MAX_LIVE_BUFFER_BYTES = 1024 * 1024;

export type PublisherOptions = {
  readonly home: string;
  readonly store: ReadDb;
  readonly runs: () => Pick<Runs, 'stop' | 'pause' | 'resume' | 'decide' | 'decideAll'>;
  /** What the thread's runs have in the making. */
  readonly live: (threadId: string) => readonly LiveRun[];
  readonly newId: () => string;
  readonly log: Log;
};

export type Publisher = {
  /** Whether a Runlight is there to show it, once that is known. */
  readonly isShown: () => Promise<boolean>;
  /** Takes what a window would be told, and never fails or waits. */
  readonly push: (push: Push) => void;
  /** Waits, a short time, until an engine that is there has everything. */
  readonly close: () => Promise<void>;
};

/** A thread as far as it has been told. Other programs may use the same name: over there it has an id of its own. */
type Told = { readonly publicId: string; seq: number; muted: boolean };

/**
 * Shows the runs of this program in the Runlight that runs on `home`, now or later. What is still to be told is what the
 * program's own store holds beyond what the engine has confirmed: nothing is queued twice, and nothing committed is lost
 * while the program lives. Without an engine it costs a look at a file every second, and keeps no program from ending.
 */
export function createPublisher({ home, store, runs, live, newId, log }: PublisherOptions): Publisher {
  const threads = new Map<string, Told>();
  /** Threads with entries that the engine lacks, and those whose text in the making it lacks a part of. */
  const behind = new Set<string>();
  const stale = new Set<string>();
  let line: Line | undefined;
  let dialling: Promise<void> | undefined;
  let pumping: Promise<void> | undefined;
  let closed = false;

  const spool = createSpoolWriter(home, newId(), log);
  /** What of each thread is in it. */
  const spooled = new Map<string, number>();

  const timer = setInterval(reach, DIAL_AGAIN_MS);
  timer.unref();
  reach();

  function told(threadId: string): Told {
    const known = threads.get(threadId);
    if (known !== undefined) return known;
    const fresh = { publicId: newId(), seq: 0, muted: false };
    threads.set(threadId, fresh);
    return fresh;
  }

  function reach(): void {
    if (closed || line !== undefined) return;
    dialling ??= connect().finally(() => {
      dialling = undefined;
      if (line === undefined) leaveAll();
    });
  }

  async function connect(): Promise<void> {
    const dialled = await dial({ home, role: 'program', keepAlive: true, onRequest, onPush: () => undefined });
    if (!dialled.ok) {
      if (dialled.error.code !== 'no_engine') log('warn', 'Runlight does not take this program', dialled.error);
      return;
    }
    const opened = dialled.value;
    line = opened;
    void opened.ended.then(() => hangUp(opened));
    const going = unfinishedRuns(store).map(({ id }) => id);
    await within(STORE_MS, opened.request('program.runs', { going }));
    for (const threadId of threads.keys()) if (live(threadId).length > 0) stale.add(threadId);
    pump();
  }

  async function onRequest(name: string, input: unknown): Promise<Result<unknown>> {
    if (name === 'run.stop' || name === 'run.pause' || name === 'run.resume') {
      const wish = wishes[name].safeParse(input);
      if (!wish.success) return fail('bad_request', wish.error.message);
      const { stop, pause, resume } = runs();
      const act = { 'run.stop': stop, 'run.pause': pause, 'run.resume': resume }[name];
      return act(wish.data.runId);
    }
    if (name === 'run.decideAll') {
      const wish = wishes[name].safeParse(input);
      if (!wish.success) return fail('bad_request', wish.error.message);
      const { runId, ...verdict } = wish.data;
      return runs().decideAll(runId, verdict);
    }
    if (name === 'run.decide') {
      const wish = wishes[name].safeParse(input);
      if (!wish.success) return fail('bad_request', wish.error.message);
      const { runId, callId, decision, reason } = wish.data;
      const decided = runs().decide(runId, callId, { decision, reason });
      return decided.ok ? ok(null) : decided;
    }
    return fail('bad_request', `This program does not know ${JSON.stringify(name)}`);
  }

  function pump(): void {
    if (line === undefined) return;
    const at = line;
    pumping ??= drain(at)
      .catch((error: unknown) => log('error', 'The runs cannot be shown', { error: String(error) }))
      .finally(() => {
        pumping = undefined;
        // A program that has said everything may end.
        at.keepAlive(false);
        // What came while the last answer was on its way.
        if (behind.size > 0) pump();
      });
  }

  async function drain(at: Line): Promise<void> {
    at.keepAlive(true);
    for (;;) {
      if (line !== at) return;
      const [threadId] = behind;
      if (threadId === undefined) break;
      const done = await tellNext(at, threadId);
      if (done) behind.delete(threadId);
    }
    spool.clear();
    for (const threadId of stale) {
      for (const event of live(threadId).flatMap(replayLive)) tellLive(at, { threadId, event });
    }
    stale.clear();
  }

  /** While nobody is there to be told: for whoever opens the home next. */
  function leaveAll(): void {
    for (const threadId of behind) while (!spool.isFull() && leaveNext(threadId));
  }

  /** Whether there may be more to leave of the thread. */
  function leaveNext(threadId: string): boolean {
    const { seq, muted } = told(threadId);
    const page = muted ? undefined : pageOf(threadId, Math.max(seq, spooled.get(threadId) ?? 0));
    const last = page?.entries.at(-1);
    if (page === undefined || last === undefined || !spool.write(page)) return false;
    spooled.set(threadId, last.seq);
    return true;
  }

  function pageOf(threadId: string, seq: number): EntriesTold | undefined {
    const { publicId: id } = told(threadId);
    const summary = threadSummary(store, threadId);
    const entries = nextPage(store, threadId, seq, id);
    if (summary === undefined || entries.length === 0) return undefined;
    const { title, createdAt } = summary;
    const spawnedBy = spawnedByOf(store, threadId);
    const above = spawnedBy && { ...spawnedBy, threadId: told(spawnedBy.threadId).publicId };
    return { thread: { id, title, createdAt, spawnedBy: above }, entries };
  }

  /** Whether there is nothing more to tell of the thread. */
  async function tellNext(at: Line, threadId: string): Promise<boolean> {
    const state = told(threadId);
    const page = state.muted ? undefined : pageOf(threadId, state.seq);
    const last = page?.entries.at(-1);
    if (page === undefined || last === undefined) return true;
    const answer = await within(STORE_MS, at.request('program.entries', page));
    if (answer?.ok === true) state.seq = last.seq;
    else if (answer === undefined || answer.error.code === 'connection_lost') hangUp(at);
    else {
      state.muted = true;
      log('warn', 'Runlight does not show a thread of this program', { threadId, ...answer.error });
    }
    return false;
  }

  function hangUp(at: Line): void {
    if (line === at) line = undefined;
    at.close();
    leaveAll();
  }

  function tellLive(at: Line, { threadId, event }: LiveTold): void {
    at.push({ threadId: told(threadId).publicId, event } satisfies LiveTold);
  }

  return {
    async isShown() {
      await dialling;
      return line !== undefined;
    },
    push(push) {
      if (push.type === 'entries') {
        behind.add(push.threadId);
        if (line === undefined && dialling === undefined) leaveAll();
        pump();
      } else if (push.type === 'live') {
        const { threadId, event } = push;
        const full = line === undefined || line.buffered() > MAX_LIVE_BUFFER_BYTES;
        // What comes out of order would be refused: it waits for the entries before it.
        if (full || behind.has(threadId) || stale.has(threadId)) stale.add(threadId);
        else if (line !== undefined) tellLive(line, { threadId, event });
        if (!full && stale.has(threadId)) pump();
      }
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await within(STORE_MS, Promise.resolve(dialling));
      await within(STORE_MS, Promise.resolve(pumping));
      line?.close();
      leaveAll();
      spool.end();
      behind.clear();
    },
  };
}
