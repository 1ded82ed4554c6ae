import type { CompareSide } from '../../shared/compare/compare-side.ts';
import type { ComparedSide, Comparison } from '../../shared/compare/comparison.ts';
import { planRows } from '../../shared/compare/plan-rows.ts';
import { compareRows } from '../../shared/compare/rows.ts';
import { compareSteps } from '../../shared/compare/steps.ts';
import { totalsOf } from '../../shared/compare/totals.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { planProgress, type Plan } from '../../shared/todos/plan.ts';
import { paced, pace } from '../lib/pace.ts';
import { leafAt } from '../threads/leaves.ts';
import { planAt } from '../threads/plans.ts';
import { runAt, runById } from '../threads/runs.ts';
import type { Stores } from '../threads/stores.ts';
import { readParts, type BranchPart } from './branch-part.ts';
import { compareFiles, sideFiles, type SideFiles } from './side-files.ts';

const clock = (): number => performance.now();

/** Left × right: what aligns in about a second, with others in between, and at most 100 MB. */
const MOST_PAIRS = 20_000 ** 2;

/**
 * Two branches, runs or threads side by side. Fails with `thread_not_found`, `thread_empty`, `entry_not_found`,
 * `run_not_found`, and with `too_long` where both are longer than can be aligned.
 */
export async function compare(
  stores: Stores,
  sides: { readonly left: CompareSide; readonly right: CompareSide },
): Promise<Result<Comparison>> {
  const parts = await readParts(stores, sides);
  if (!parts.ok) return parts;
  const { left, right, common } = parts.value;
  const between = pace(clock);
  const [ours, theirs] = [compareSteps(left.entries), compareSteps(right.entries)];
  if (ours.length * theirs.length > MOST_PAIRS) {
    const message = `${ours.length} and ${theirs.length} steps are too many to be compared`;
    return fail('too_long', message, 'Compare two of their runs');
  }
  const rows = await paced(compareRows(ours, theirs), between);
  await between.rest();
  const [plan, otherPlan] = [planAt(left.db, left.leafId), planAt(right.db, right.leafId)];
  const [files, otherFiles] = [sideFiles(left.entries), sideFiles(right.entries)];
  await between.rest();
  const side = sideOf(left, plan, files);
  await between.rest();
  return ok({
    left: side,
    right: sideOf(right, otherPlan, otherFiles),
    ...(common === undefined ? {} : { common }),
    rows,
    plan: planRows(plan, otherPlan),
    files: compareFiles(files, otherFiles),
  });
}

function sideOf(part: BranchPart, plan: Plan | undefined, { unknown }: SideFiles): ComparedSide {
  const { db, summary, leafId, run: ofRun, entries } = part;
  const leaf = leafAt(db, summary.id, leafId);
  const run = ofRun === undefined ? runAt(db, summary.id, leafId) : runById(db, ofRun.runId);
  return {
    threadId: summary.id,
    title: summary.title,
    entryId: leafId,
    ...(ofRun === undefined ? {} : { run: ofRun }),
    ...(leaf?.label === undefined ? {} : { label: leaf.label }),
    line: leaf?.line ?? '',
    ...(run === undefined ? {} : { agent: run.agent.name, model: run.agent.model }),
    status: run?.status ?? 'idle',
    ...(plan === undefined ? {} : { plan: planProgress(plan) }),
    totals: totalsOf(entries),
    ...(unknown ? { filesUnknown: true } : {}),
  };
}
