import { z } from 'zod';
import { addRun, isActive, NO_RUNS, type RunCounts } from '../../../shared/run/status.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { RunRecord } from '../../../shared/run/run-record.ts';
import type { Entry } from '../../../shared/thread/entry.ts';
import { within } from '../../lib/within.ts';
import { interruptRuns } from '../../runs/recover-runs.ts';
import type { RunsDeps } from '../../runs/deps.ts';
import { saveCheckpoint } from '../../threads/checkpoints.ts';
import { spawnedByOf } from '../../threads/children.ts';
import { runById, runTip, unfinishedRuns } from '../../threads/runs.ts';
import { sourceOf } from '../../threads/thread-rows.ts';
import type { Line } from '../socket/line.ts';
import type { Guest } from '../socket/serve-socket.ts';
import { takeLeftEntries } from './left-entries.ts';
import { LiveTold, reports, type ToldThread } from './protocol.ts';
import { storePage } from './store-entries.ts';

/** A program whose line broke, or that ran before this engine, has this long to come back to its runs. */
const BACK_MS = 3000;
/** A program that takes longer to do what it is asked is busy or hangs. */
const ANSWER_MS = 3000;

export type Programs = {
  readonly door: (line: Line) => Guest;
  /** Whether a program that is connected makes this run. */
  readonly makes: (runId: string) => boolean;
  /** Asks the program that makes this run; `undefined` when none that is connected does. */
  readonly tell: (wish: RunWish, runId: string) => Promise<Result<null>> | undefined;
  /** Asks for it in all of their runs. Fails with `program_silent` where a program does not do it. */
  readonly tellAll: (wish: RunWish) => Promise<Result<null>>;
  /** Of the runs that programs which are connected make. */
  readonly counts: () => RunCounts;
  readonly decideAll: (
    runId: string,
    verdict: { readonly decision: 'approved' | 'rejected'; readonly reason?: string },
  ) => Promise<Result<null>> | undefined;
  readonly decide: (
    runId: string,
    callId: string,
    decision: 'approved' | 'rejected',
    reason: string | undefined,
  ) => Promise<Result<null>> | undefined;
  readonly close: () => void;
};

export type RunWish = 'run.stop' | 'run.pause' | 'run.resume';

/** One program that is connected, and the threads that it has told of. */
type Session = { readonly line: Line; readonly threads: Set<string> };

const SILENT = {
  ok: false,
  error: {
    code: 'program_silent',
    message: 'The program that makes this run does not answer',
    hint: 'It goes on until it is done, or until you end the program',
  },
} as const;

/** The programs that make runs themselves and show them here. */
export function createPrograms(home: string, deps: RunsDeps): Programs {
  /** By run: where runs that go on are made. */
  const makers = new Map<string, Session>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const { store, live, log } = deps;

  /** Ends those of the runs as interrupted that nobody makes by then. */
  function awaitMakers(runs: readonly RunRecord[]): void {
    if (runs.length === 0) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      for (const { id } of runs) interrupt(id);
    }, BACK_MS);
    timers.add(timer);
  }

  function interrupt(runId: string): void {
    const run = runById(store.read, runId);
    if (run === undefined || !isActive(run.status) || makers.has(runId)) return;
    keepLiveText(run);
    interruptRuns(deps, [run]);
  }

  /** What a program had shown of an answer in the making is all that is left of it. */
  function keepLiveText({ id: runId, threadId, agent }: RunRecord): void {
    const making = live.of(threadId).find((one) => one.runId === runId);
    const parentId = runTip(store.read, runId);
    if (making?.sentAt === undefined || parentId === undefined || making.text + making.reasoning === '') return;
    const { step, text, reasoning, sentAt } = making;
    const part = { part: 0, runId, threadId, parentId, step, model: agent.model, text, reasoning, sentAt };
    const kept = saveCheckpoint(store.write, part);
    if (!kept.ok) log('warn', 'The text of an interrupted run was not kept', { runId, code: kept.error.code });
  }

  function take(session: Session, thread: ToldThread, entries: readonly Entry[]): Result<null> {
    const stored = storePage(deps, session.threads, thread, entries);
    if (!stored.ok) return stored;
    for (const { kind, runId } of entries) {
      if (runId !== undefined && kind === 'run_finished') makers.delete(runId);
      else if (runId !== undefined && kind === 'run_started') makers.set(runId, session);
    }
    deps.runsChanged();
    return stored;
  }

  function door(line: Line): Guest {
    const session: Session = { line, threads: new Set() };
    return {
      async request(name, input) {
        if (name === 'program.runs') {
          const told = reports[name].safeParse(input);
          if (!told.success) return fail('bad_request', z.prettifyError(told.error));
          for (const runId of told.data.going) makers.set(runId, session);
          deps.runsChanged();
          return ok(null);
        }
        if (name !== 'program.entries') return fail('bad_request', `There is no request called ${name}`);
        const told = reports[name].safeParse(input);
        if (!told.success) return fail('bad_request', z.prettifyError(told.error));
        return take(session, told.data.thread, told.data.entries);
      },
      onPush(push) {
        const told = LiveTold.safeParse(push);
        if (!told.success || !session.threads.has(told.data.threadId)) return;
        live.event(told.data.threadId, told.data.event);
      },
      close() {
        const left = [...makers].filter(([, maker]) => maker === session).map(([runId]) => runId);
        for (const runId of left) makers.delete(runId);
        deps.runsChanged();
        if (!closed) awaitMakers(left.flatMap((runId) => runById(store.read, runId) ?? []));
      },
    };
  }

  let closed = false;
  awaitMakers(unfinishedRuns(store.read).filter(({ threadId }) => sourceOf(store.read, threadId) === 'code'));

  const left = takeLeftEntries(home, deps, ({ id }) => interrupt(id));

  function ask(runId: string, name: string, input: object): Promise<Result<null>> | undefined {
    const line = makers.get(runId)?.line;
    // What the program answers is of the registry's type: it is the same on both ends.
    return line && within(ANSWER_MS, line.request(name, input) as Promise<Result<null>>).then((done) => done ?? SILENT);
  }

  return {
    door,
    makes: (runId) => makers.has(runId),
    tell: (wish, runId) => ask(runId, wish, { runId }),
    async tellAll(wish) {
      const answers = await Promise.all([...makers.keys()].flatMap((runId) => ask(runId, wish, { runId }) ?? []));
      const failed = answers.filter((answer) => !answer.ok && answer.error.code !== 'run_not_active').length;
      if (failed === 0) return ok(null);
      const message = `${failed} of the runs that your own programs make did not do it`;
      return fail('program_silent', message, SILENT.error.hint);
    },
    counts: () =>
      [...makers.keys()].reduce((counts, id) => {
        const run = runById(store.read, id);
        // What sub-agents do is part of what they work for.
        const isPart = run !== undefined && spawnedByOf(store.read, run.threadId) !== undefined;
        return isPart ? counts : addRun(counts, run?.status);
      }, NO_RUNS),
    decideAll: (runId, verdict) => ask(runId, 'run.decideAll', { runId, ...verdict }),
    decide: (runId, callId, decision, reason) => ask(runId, 'run.decide', { runId, callId, decision, reason }),
    close() {
      closed = true;
      left.close();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
