import type { TodoPhase } from '../../../../shared/todos/phases.ts';
import type { ModelRun } from './model-run.ts';
import type { PlanShown } from './said.ts';
import { isAbove, nodeOf } from './tree.ts';
import { listOf } from './view.ts';

export function takeUpEdit(run: ModelRun, plan: PlanShown): void {
  run.edited = true;
  if ('list' in plan) run.list = plan.list;
  else run.phases = plan.phases;
}

/** Another agent goes on, with a plan of its own kind if none before it kept one. */
export function goOnAsNext(run: ModelRun): void {
  run.handsOver = false;
  run.handed = true;
  run.kind = run.next ?? false;
  takeUpPlan(run);
}

/** Whether a run that has answered is to be reminded of what is open. */
export function leavesOpen({ kind, worked, reminded: wasReminded, phases }: ModelRun): boolean {
  return kind === 'phases' && worked && !wasReminded && openTasks(phases).length > 0;
}

export function openTasks(phases: readonly TodoPhase[] | undefined): readonly string[] {
  const all = (phases ?? []).flatMap(({ tasks }) => tasks);
  return all.filter(({ status }) => status === 'pending' || status === 'in_progress').map(({ content }) => content);
}

/** The plan that it goes on with, which is put before its model where that no longer sees it. */
export function takeUpPlan(run: ModelRun): void {
  const { tree, tip } = run;
  if (run.kinds.has(run.kind)) return;
  run.kinds.add(run.kind);
  if (run.kind === 'phases') run.phases = run.seen.phases;
  if (run.kind !== 'list') return;
  const shown = listOf(run.seen);
  const { kept } = tree;
  const isOurs = kept !== undefined && isAbove(nodeOf(tree, kept.by), tip);
  const list = isOurs ? kept.items : undefined;
  if (shown === undefined && list !== undefined) run.restores.push({ list });
  run.list = shown ?? list;
}
