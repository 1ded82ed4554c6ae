import type { Plan, PlanChange } from '../../shared/todos/plan.ts';
import { reading, type ReadDb } from './database.ts';

const HISTORY = reading<{ entryId: string }, { entry_id: string; seq: number; at: number; plan: string }>(
  'planHistory',
  `WITH RECURSIVE walk (entry_id, seq, at, previous_id, plan) AS (
     SELECT p.entry_id, p.seq, p.at, p.previous_id, p.plan
     FROM nodes n CROSS JOIN plan_changes p ON p.entry_id = n.plan_entry_id
     WHERE n.entry_id = :entryId
     UNION ALL
     SELECT p.entry_id, p.seq, p.at, p.previous_id, p.plan
     FROM walk CROSS JOIN plan_changes p ON p.entry_id = walk.previous_id
     WHERE p.seq < walk.seq
   )
   SELECT entry_id, seq, at, plan FROM walk`,
);

/** Every plan from the root to `entryId`, oldest first. */
export function planHistory(db: ReadDb, entryId: string): readonly PlanChange[] {
  return HISTORY.all(db, { entryId })
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ entry_id, at, plan }) => ({ entryId: entry_id, at, plan: JSON.parse(plan) as Plan }));
}
