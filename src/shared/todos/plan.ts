import { isRecord, parseJson } from '../lib/json.ts';
import type { TodosState } from '../thread/context-bodies.ts';
import type { PathEntry, ToolResultBody } from '../thread/entry.ts';
import type { ToolCall } from '../thread/tool-call.ts';
import { applyWrite } from './plan/apply-write.ts';
import { calledFor, wholePlan } from './plan/dialects.ts';
import { type Plan, type PlanItem, planItems } from './plan/plan-item.ts';
import type { PlanWrite, WrittenPhase } from './plan/plan-write.ts';
import type { TodoPhase } from './phases/todo-phase.ts';

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
  if (entry.kind === 'user_todo_edit') return ownWrite(entry);
  return entry.kind === 'tool_result' && !entry.isError ? resultWrite(entry, before) : undefined;
}

/** The answer knows best: what was asked for may have been changed on its way. */
function resultWrite(result: ToolResultBody, before: Before): PlanWrite | undefined {
  const { details, content } = result;
  if (details?.kind === 'file_change' || details?.kind === 'command') return undefined;
  if (details?.kind === 'todos') return ownWrite({ items: details.todos });
  if (details?.kind === 'phases') return details.op === 'view' ? undefined : ownWrite(details);
  const payload = details?.value;
  const told = isRecord(payload) ? wholePlan(payload) : undefined;
  if (told !== undefined) return told;
  const args = parseJson(before.call(result)?.arguments ?? '');
  return isRecord(args) ? calledFor(args, payload, content) : undefined;
}

/** Of our own lists everything counts, even what has no words: they are what the next call goes on from. */
function ownWrite(state: TodosState): PlanWrite {
  if ('items' in state) return { type: 'replace', phases: [{ items: state.items }] };
  const earlier = (state.earlier ?? []).map((phase) => ({ ...ownPhase(phase), earlier: true as const }));
  return { type: 'replace', phases: [...earlier, ...state.phases.map(ownPhase)] };
}

function ownPhase({ name, tasks }: TodoPhase): WrittenPhase {
  const items = tasks.map(({ content, status, blocker = '' }) => {
    return { content, status, ...(status === 'blocked' && blocker !== '' ? { note: blocker } : {}) };
  });
  return { name, items };
}
