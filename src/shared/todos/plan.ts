import { isRecord, parseJson } from '../lib/json.ts';
import type { PathEntry, ToolResultBody } from '../thread/entry.ts';
import type { ToolCall } from '../thread/tool-call.ts';
import { applyWrite } from './plan/apply-write.ts';
import { calledFor, wholePlan } from './plan/dialects.ts';
import { type Plan, type PlanItem, planItems } from './plan/plan-item.ts';
import type { PlanWrite } from './plan/plan-write.ts';

export { type Plan, type PlanItem, planItems, type PlanStatus, statusWord } from './plan/plan-item.ts';
export { describeDifference, type PlanDifference, planDifferences } from './plan/plan-differences.ts';

/** Done counts completed and abandoned items: neither is left to do. */
export type PlanProgress = { readonly done: number; readonly total: number };

export function planProgress(plan: Plan): PlanProgress {
  return itemProgress(planItems(plan));
}

export function itemProgress(items: readonly PlanItem[]): PlanProgress {
  return { done: items.filter(isClosed).length, total: items.length };
}

export function isClosed({ status }: PlanItem): boolean {
  return status === 'completed' || status === 'abandoned';
}

export function openItems(progress: PlanProgress): number {
  return progress.total - progress.done;
}

/** One point in a plan's history. */
export type PlanChange = {
  readonly entryId: string;
  readonly at: number;
  /** A person made it, not the agent. */
  readonly byPerson?: true;
  readonly plan: Plan;
};

export function planChange({ id: entryId, at, kind }: PathEntry, plan: Plan): PlanChange {
  return kind === 'user_todo_edit' ? { entryId, at, byPerson: true, plan } : { entryId, at, plan };
}

/** What stands before an entry on its branch; each is only asked for when it is needed. */
export type Before = {
  readonly plan: () => Plan | undefined;
  /** The call that a result answers. */
  readonly call: (result: ToolResultBody) => ToolCall | undefined;
};

/**
 * The plan as `entry` left it; `undefined` when it changed none. It speaks any dialect: whole lists and single changes,
 * ours and other agents'. A call that failed changes nothing.
 */
export function planIn(entry: PathEntry, before: Before): Plan | undefined {
  const write = writeOf(entry, before);
  return write && applyWrite(before.plan(), write);
}

function writeOf(entry: PathEntry, before: Before): PlanWrite | undefined {
  if (entry.kind === 'user_todo_edit') {
    return wholePlan('items' in entry ? { todos: entry.items } : { phases: entry.phases, earlier: entry.earlier });
  }
  return entry.kind === 'tool_result' && !entry.isError ? resultWrite(entry, before) : undefined;
}

/** The answer knows best: what was asked for may have been changed on its way. */
function resultWrite(result: ToolResultBody, before: Before): PlanWrite | undefined {
  const { details, content } = result;
  if (details?.kind === 'file_change' || details?.kind === 'command') return undefined;
  const payload = details?.kind === 'other' ? details.value : details;
  const told = isRecord(payload) ? wholePlan(payload) : undefined;
  if (told !== undefined) return told;
  const args = parseJson(before.call(result)?.arguments ?? '');
  return isRecord(args) ? calledFor(args, payload, content) : undefined;
}
