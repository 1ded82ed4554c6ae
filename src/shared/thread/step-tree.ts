import { STARTED, stepStanding } from '../run/run-standing.ts';
import { NO_USAGE, usageFold } from '../run/usage.ts';
import { planIn, planProgress, type PlanProgress } from '../todos/plan.ts';
import type { BranchTree, TreeRun } from './branch-tree.ts';
import { isPathEntry, type Entry, type NoteEntry, type PathEntry } from './entry.ts';
import { lineOf } from './entry-line.ts';
import { beginShape, grownShape, type Stretch, type TreeNode } from './stretch.ts';
import { markOf, type TreeMark } from './tree-mark.ts';

/** What a commit pushed. */
export type TreePush = { readonly entries: readonly Entry[]; readonly headId: string | null };

/**
 * The tree after a commit; `undefined` where a folded tree does not hold enough to tell: entries are missing, a branch begins
 * in the middle of a stretch, or an entry there is named, charged or planned with. Then the engine tells what has changed.
 */
export function stepTree(tree: BranchTree, { entries, headId }: TreePush): BranchTree | undefined {
  let next: BranchTree | undefined = tree;
  for (const entry of entries) {
    // It was on its way while the tree was asked for.
    if (entry.seq <= next.seq) continue;
    if (entry.seq > next.seq + 1) return undefined;
    next = isPathEntry(entry) ? hang(next, entry, startsBeside(next, entry, entries)) : note(next, entry);
    if (next === undefined) return undefined;
    next = { ...next, seq: entry.seq, runs: stepRuns(next.runs, entry) };
  }
  return headId === next.headId ? next : { ...next, headId };
}

/** Whether it belongs to a side run. The note that tells may come right behind the run's first entry. */
function startsBeside({ runs }: BranchTree, { runId }: PathEntry, entries: readonly Entry[]): boolean {
  if (runId === undefined) return false;
  const known = runs.find(({ id }) => id === runId);
  if (known !== undefined) return known.side === true;
  return entries.some((entry) => entry.kind === 'run_started' && entry.runId === runId && entry.side === true);
}

function hang(tree: BranchTree, entry: PathEntry, beside: boolean): BranchTree | undefined {
  const { stretches } = tree;
  const { id, parentId, seq, kind } = entry;
  const at = parentId === null ? -1 : stretches.findLastIndex(({ lastId }) => lastId === parentId);
  const above = stretches[at];
  if (parentId !== null && above === undefined) return undefined;
  const plan = planAfter(above, entry);
  if (plan === 'unknown') return undefined;
  const runId = entry.runId ?? above?.runId;
  const node: TreeNode = { id, parentId, seq, kind, ...(runId === undefined ? {} : { runId }) };
  const mark = markOf(entry);
  const line = lineOf(entry);
  const end = {
    at: entry.at,
    last: line,
    ...(plan === undefined ? {} : { plan }),
    ...(entry.kind === 'assistant_message' ? { calls: entry.calls } : {}),
  };
  const marks = mark === undefined ? [] : [mark];
  const begins = beside && entry.runId !== above?.runId;
  if (above === undefined || begins || stretches.some((stretch) => stretch.parentId === parentId)) {
    return { ...tree, stretches: [...stretches, { ...beginShape(node), first: line, marks, ...end }] };
  }
  const grown = { ...above, ...grownShape(above, node), marks: [...above.marks, ...marks], ...end };
  return { ...tree, stretches: stretches.with(at, grown) };
}

/** Of the path with `entry` at its end. `unknown`: it changes single items of a plan that only the engine has. */
function planAfter(above: Stretch | undefined, entry: PathEntry): PlanProgress | undefined | 'unknown' {
  let asked = false;
  let found = false;
  const plan = planIn(entry, {
    plan: () => undefined,
    call({ messageId, callId }) {
      asked = true;
      const calls = above?.answerId === messageId ? above.calls : undefined;
      found = calls !== undefined;
      return calls?.find(({ id }) => id === callId);
    },
  });
  if (plan === undefined) return asked && !found ? 'unknown' : above?.plan;
  return asked ? 'unknown' : planProgress(plan);
}

function note(tree: BranchTree, entry: NoteEntry): BranchTree | undefined {
  if (entry.kind === 'label') return undefined;
  if (entry.kind !== 'usage') return tree;
  const at = placeOf(tree, entry.targetId);
  const stretch = tree.stretches[at];
  if (stretch === undefined) return undefined;
  const usage = usageFold.step(stretch.usage ?? NO_USAGE, entry);
  return usage.calls === 0 ? tree : { ...tree, stretches: tree.stretches.with(at, { ...stretch, usage }) };
}

/** The stretch of an entry, if that is its end or the newest answer in it; else -1. */
function placeOf({ stretches }: BranchTree, entryId: string): number {
  return stretches.findLastIndex(({ lastId, answerId }) => lastId === entryId || answerId === entryId);
}

function stepRuns(runs: readonly TreeRun[], entry: Entry): readonly TreeRun[] {
  if (entry.kind === 'run_started') {
    const { id, seq, targetId: tipId, agent, runId = id } = entry;
    const side = entry.side === undefined ? {} : { side: entry.side };
    return [
      ...runs.filter((run) => run.id !== runId),
      { id: runId, seq, tipId, ...side, agent: agent.name, model: agent.model, ...STARTED },
    ];
  }
  const at = entry.runId === undefined ? -1 : runs.findLastIndex(({ id }) => id === entry.runId);
  const run = runs[at];
  if (run === undefined) return runs;
  const { agent, model } = entry.kind === 'handoff' ? { agent: entry.agent.name, model: entry.agent.model } : run;
  const tipId = isPathEntry(entry) ? entry.id : run.tipId;
  return runs.with(at, { ...run, ...stepStanding(run, entry), agent, model, tipId });
}

export type TreeChild = Extract<TreeMark, { readonly kind: 'subagent' }>;

/** The tree once it is known that a sub-agent works for one of its calls; `undefined` where only the engine knows of which stretch. */
export function stepTreeChild(tree: BranchTree, child: TreeChild): BranchTree | undefined {
  const knownAt = tree.stretches.findLastIndex(({ marks }) => marks.some((mark) => isOf(mark, child)));
  const at = knownAt === -1 ? placeOf(tree, child.entryId) : knownAt;
  const stretch = tree.stretches[at];
  if (stretch === undefined) return undefined;
  const known = stretch.marks.find((mark) => isOf(mark, child));
  if (known !== undefined && (known.agent === child.agent || child.agent === undefined)) return tree;
  const marks =
    known === undefined ? [...stretch.marks, child] : stretch.marks.with(stretch.marks.indexOf(known), child);
  return { ...tree, stretches: tree.stretches.with(at, { ...stretch, marks }) };
}

function isOf(mark: TreeMark, { threadId }: TreeChild): mark is TreeChild {
  return mark.kind === 'subagent' && mark.threadId === threadId;
}
