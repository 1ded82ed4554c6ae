import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../shared/lib/fold.ts';
import { stepRun, type RunRecord } from '../../../shared/run/run-record.ts';
import { applySpanChange, spanChanges, type Span } from '../../../shared/run/timeline.ts';
import { usageFold } from '../../../shared/run/usage.ts';
import { branchTo } from '../../../shared/thread/branch.ts';
import type { Draft } from '../../../shared/thread/draft.ts';
import {
  callIn,
  isPathEntry,
  type Entry,
  type NoteBody,
  type PathBody,
  type PathEntry,
  type ToolResultBody,
} from '../../../shared/thread/entry.ts';
import type { ToolCall } from '../../../shared/thread/tool-call.ts';
import { planChange, planIn, planProgress, type PlanChange } from '../../../shared/todos/plan.ts';
import type { SiblingsById } from '../../../shared/thread/window.ts';
import { newestLeafBelow } from '../active-branch.ts';
import { appendEntries } from '../append.ts';
import { leavesOf, wholeBranch } from '../branches.ts';
import { transact, type ReadDb, type WriteDb } from '../database.ts';
import { entriesSince } from '../entries.ts';
import { planAt, plansBefore, plansSince } from '../plans.ts';
import { runById } from '../runs.ts';
import { siblingsOf } from '../siblings.ts';
import { spanPage } from '../spans.ts';
import { threadSummary } from '../summaries.ts';
import { derivedRows } from '../testing/rows.ts';
import { assistant, good, started, testStore, testThread, todosWritten, used, user } from '../testing/store.ts';
import { headOf, setArchived, setPinned } from '../thread-rows.ts';
import { rebuildDerived } from './rebuild.ts';

const THREADS = ['t1', 't2'];
const RUNS = ['r1', 'r2', 'r3'];

const callId = fc.constantFrom('c1', 'c2');
const toolName = fc.constantFrom('read_file', 'run_command');
const todoStatus = fc.constantFrom('pending', 'in_progress', 'completed');

// Of plans that change bit by bit: what a result does depends on its call and on the plan before it.
const planCall = fc
  .record({ id: callId, task: fc.constantFrom('1', '2'), status: todoStatus, merge: fc.boolean() })
  .map(({ id, task, status, merge }) => {
    const todos = [{ id: task, content: `Task ${task}`, status }];
    return { id, name: 'plan', arguments: JSON.stringify(merge ? { merge, todos } : { taskId: task, status }) };
  });

// `messageId` and `targetId` are filled in with the tip, so that calls meet their results now and then.
const pathBody: fc.Arbitrary<PathBody> = fc.oneof(
  fc.constant(user()),
  fc.record({ step: fc.nat(5), partial: fc.constantFrom(undefined, 'stopped', 'cut') }).map((body) => assistant(body)),
  fc.array(planCall, { minLength: 1, maxLength: 2 }).map((calls) => assistant({ calls })),
  fc.array(todoStatus, { maxLength: 3 }).map((statuses) => todosWritten('', ...statuses)),
  fc
    .record({ callId, toolName, isError: fc.boolean() })
    .map((body) => ({ kind: 'tool_result', messageId: '', content: 'ok', ...body }) as const),
);

const noteBody: fc.Arbitrary<NoteBody> = fc.oneof(
  fc
    .record({ workspace: fc.constantFrom('/a', '/b', undefined), side: fc.constantFrom(undefined, true) })
    .map(({ workspace, side }) => ({ ...started({ workspace }), ...(side === undefined ? {} : { side }) })),
  fc.constantFrom('', 'Mine').map((label) => ({ kind: 'label', label }) as const),
  fc.constantFrom('finished', 'failed', 'stopped').map((status) => ({ kind: 'run_finished', status }) as const),
  fc.record({ callId, toolName }).map((body) => ({ kind: 'tool_started', ...body }) as const),
  fc.record({ callId, toolName }).map((body) => ({ kind: 'approval_asked', arguments: '{}', ...body }) as const),
  fc
    .record({ callId, decision: fc.constantFrom('approved', 'rejected', 'withdrawn') })
    .map((body) => ({ kind: 'approval_decided', by: 'person', ...body }) as const),
  fc
    .record({ input: fc.nat(9), cost: fc.constantFrom(undefined, 0.1, 0.2) })
    .map(({ input, cost }) => used(input, cost)),
  fc
    .record({ waitMs: fc.constantFrom(100, 0.5) })
    .map(
      ({ waitMs }) => ({ kind: 'retry', step: 1, attempt: 1, waitMs, error: { code: 'x', message: 'No' } }) as const,
    ),
);

const operation = fc.record({
  thread: fc.constantFrom(...THREADS),
  run: fc.constantFrom(undefined, ...RUNS),
  /** Which of the thread's path entries is the tip; high numbers are the newest, so that branches grow long. */
  tip: fc.oneof(
    { arbitrary: fc.constant(1), weight: 3 },
    { arbitrary: fc.double({ min: 0, max: 1, noNaN: true }), weight: 1 },
  ),
  at: fc.nat(100),
  head: fc.constantFrom('follow', 'take', 'stay'),
  bodies: fc.array(
    fc.oneof(
      pathBody.map((path) => ({ path })),
      noteBody.map((note) => ({ note })),
    ),
    { maxLength: 5 },
  ),
  pinned: fc.constantFrom(undefined, true, false),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Carries an operation out on threads whose path entries are known; ids are counted. */
function run(db: WriteDb, paths: Map<string, string[]>, nextId: () => string, operation: Operation): void {
  const { thread: threadId, at, head } = operation;
  const known = paths.get(threadId) ?? [];
  paths.set(threadId, known);
  if (operation.pinned !== undefined) good(setPinned(db, threadId, operation.pinned));
  const index = Math.floor(operation.tip * known.length) - 1;
  const tip = known[index] ?? null;
  const drafts: Draft[] = [];
  let end = tip;
  for (const body of operation.bodies) {
    const id = nextId();
    if ('path' in body) {
      const { path } = body;
      drafts.push({ id, body: path.kind === 'tool_result' ? { ...path, messageId: end ?? '' } : path });
      end = id;
      known.push(id);
    } else if (end !== null) drafts.push({ id, targetId: end, body: body.note });
  }
  // A run belongs to one thread.
  const runId = operation.run && `${threadId}-${operation.run}`;
  good(appendEntries(db, { threadId, runId, at, tip, drafts, head }));
}

function spansInPages(db: ReadDb, threadId: string): readonly Span[] {
  let { spans, earlierSpans } = spanPage(db, threadId, 2);
  while (earlierSpans !== undefined) {
    const page = spanPage(db, threadId, 2, earlierSpans);
    spans = [...page.spans, ...spans];
    earlierSpans = page.earlierSpans;
  }
  return spans;
}

/** As a window gets them that opens with the entries from `since` on. */
function plansInPages(db: ReadDb, entryId: string, since: number): readonly PlanChange[] {
  let { planHistory, hasEarlierPlans } = plansSince(db, entryId, since);
  while (hasEarlierPlans) {
    const page = plansBefore(db, planHistory[0]?.entryId ?? '', 2);
    planHistory = [...page.planHistory, ...planHistory];
    hasEarlierPlans = page.hasEarlierPlans;
  }
  return planHistory;
}

function callOf(byId: ReadonlyMap<string, Entry>, { messageId, callId }: ToolResultBody): ToolCall | undefined {
  const message = byId.get(messageId);
  return message && callIn(message, callId);
}

function siblingsIn(path: readonly PathEntry[]): SiblingsById {
  return Object.fromEntries(
    [...Map.groupBy(path, ({ parentId }) => parentId).values()].flatMap((group) =>
      group.length === 1
        ? []
        : group.map(({ id }, index) => {
            const [previousId, nextId] = [group[index - 1]?.id, group[index + 1]?.id];
            const ends = { ...(previousId && { previousId }), ...(nextId && { nextId }) };
            return [id, { position: index + 1, total: group.length, ...ends }];
          }),
    ),
  );
}

/** The run that a summary tells of: that of the active branch, unless it has ended and another works. */
function shownRun(
  entries: readonly Entry[],
  byId: ReadonlyMap<string, PathEntry>,
  runs: ReadonlyMap<string, RunRecord>,
  headId: string | null,
): RunRecord | undefined {
  const tips = new Map<string, string>();
  const newestFirst: RunRecord[] = [];
  for (const entry of entries) {
    const record = runs.get(entry.runId ?? entry.id);
    if (record === undefined) continue;
    if (entry.kind === 'run_started') {
      tips.set(record.id, entry.targetId);
      newestFirst.splice(0, newestFirst.length, record, ...newestFirst.filter(({ id }) => id !== record.id));
    } else if (isPathEntry(entry) && tips.has(record.id)) tips.set(record.id, entry.id);
  }
  const goingOn = newestFirst.find(({ id, side }) => side === undefined && tips.get(id) === headId);
  const wrote = branchTo(byId, headId).findLast(({ runId }) => runId !== undefined)?.runId;
  const own = goingOn ?? runs.get(wrote ?? '');
  if (own !== undefined && own.finishedAt === undefined) return own;
  return newestFirst.find(({ finishedAt }) => finishedAt === undefined) ?? own;
}

function expectFolds(db: ReadDb, threadId: string): void {
  const entries = entriesSince(db, threadId, 0, 10_000);
  const path = entries.filter(isPathEntry);
  const byId = new Map(path.map((entry) => [entry.id, entry]));
  expect(spansInPages(db, threadId)).toEqual(
    entries.flatMap(spanChanges).reduce(applySpanChange, [] as readonly Span[]),
  );

  const parents = new Set(path.map((entry) => entry.parentId));
  expect(leavesOf(db, threadId)).toEqual(path.map((entry) => entry.id).filter((id) => !parents.has(id)));
  expect(siblingsOf(db, [...byId.keys()])).toEqual(siblingsIn(path));
  for (const { id } of path) {
    expect(newestLeafBelow(db, threadId, id)).toBe(
      leavesOf(db, threadId).findLast((leaf) => branchTo(byId, leaf).some((entry) => entry.id === id)),
    );
    const branch = branchTo(byId, id);
    expect(wholeBranch(db, threadId, id)).toEqual(branch);
    const history: PlanChange[] = [];
    for (const entry of branch) {
      const plan = planIn(entry, { plan: () => history.at(-1)?.plan, call: (result) => callOf(byId, result) });
      if (plan !== undefined) history.push(planChange(entry, plan));
    }
    expect(plansInPages(db, id, branch.at(-2)?.seq ?? 0)).toEqual(history);
  }

  const runs = new Map<string, RunRecord>();
  for (const entry of entries) {
    const id = entry.runId ?? entry.id;
    const record = stepRun(runs.get(id), entry);
    if (record !== undefined) runs.set(id, record);
  }
  for (const [id, record] of runs) expect(runById(db, id)).toEqual(record);

  const record = shownRun(entries, byId, runs, headOf(db, threadId) ?? null);
  const plan = planAt(db, headOf(db, threadId) ?? '');
  const summary = threadSummary(db, threadId);
  expect(summary?.usage).toEqual(fold(usageFold, entries));
  expect(summary?.status).toBe(record?.status ?? 'idle');
  expect(summary?.workspace).toBe(record?.agent.workspace);
  expect(summary?.updatedAt).toBe(entries.at(-1)?.at ?? 1);
  expect(summary?.plan).toEqual(plan && planProgress(plan));
}

test('derived tables are what the folds give, and the same when they are built again', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 25 }), (operations) => {
      const store = testStore();
      const { write: db } = store;
      for (const id of THREADS) testThread(db, id);
      good(setArchived(db, 't2', true));
      const paths = new Map<string, string[]>();
      let count = 0;
      for (const one of operations) run(db, paths, () => `e${(count += 1)}`, one);
      for (const id of THREADS) expectFolds(db, id);
      const kept = derivedRows(db);
      transact(db, 'rebuild', () => rebuildDerived(db));
      expect(derivedRows(db)).toEqual(kept);
      store.close();
    }),
    { numRuns: 150 },
  );
});
