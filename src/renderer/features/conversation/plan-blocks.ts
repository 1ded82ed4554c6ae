import type { PathEntry } from '../../../shared/thread/entry.ts';
import type { Plan, PlanChange } from '../../../shared/todos/plan.ts';
import type { Block } from './blocks.ts';

type Plans = {
  /** The plan before the first of the entries. */
  readonly before: Plan | undefined;
  readonly byEntry: ReadonlyMap<string, PlanChange>;
};

/** `history`: what those entries wrote, and maybe what came before. */
export function plansOf(entries: readonly PathEntry[], history: readonly PlanChange[]): Plans {
  const ids = new Set(entries.map(({ id }) => id));
  const before = history.findLast(({ entryId }) => !ids.has(entryId))?.plan;
  return { before, byEntry: new Map(history.map((change) => [change.entryId, change])) };
}

/**
 * The blocks with the plan in the newest one of each turn that changed it: earlier ones only tell what they changed, and
 * calls that failed change nothing. A turn goes from what a person wrote to what they write next.
 */
export function withPlans(blocks: readonly Block[], byEntry: Plans['byEntry']): readonly Block[] {
  const shown = new Map<Block, PlanChange>();
  let told = false;
  for (const block of blocks.toReversed()) {
    if (block.kind === 'user') told = false;
    const plan = told ? undefined : planOf(block, byEntry);
    if (plan === undefined) continue;
    shown.set(block, plan);
    told = true;
  }
  return blocks.map((block) => {
    const plan = shown.get(block);
    return plan === undefined ? block : { ...block, plan };
  });
}

function planOf(block: Block, byEntry: Plans['byEntry']): PlanChange | undefined {
  switch (block.kind) {
    case 'call':
      return byEntry.get(block.resultId ?? '');
    case 'context':
      return byEntry.get(block.entryId ?? '');
    default:
      return undefined;
  }
}
