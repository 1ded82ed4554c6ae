import type { ThreadWindow } from '../../shared/thread/window.ts';
import type { Plan, PlanChange } from '../../shared/todos/plan.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toPathEntry, type EntryRow } from './entry-row.ts';

type PlanRow = {
  readonly entry_id: string;
  readonly seq: number;
  readonly at: number;
  readonly previous_id: string | null;
  readonly plan: string;
  readonly kind: string;
};

// Each plan names the one before it on its branch; that it is older too makes every walk end.
const WALK = reading<{ entryId: string; since: number; limit: number }, PlanRow>(
  'planPage',
  `WITH RECURSIVE walk (entry_id, seq, at, previous_id, plan) AS (
     SELECT p.entry_id, p.seq, p.at, p.previous_id, p.plan
     FROM nodes n CROSS JOIN plan_changes p ON p.entry_id = n.plan_entry_id
     WHERE n.entry_id = :entryId
     UNION ALL
     SELECT p.entry_id, p.seq, p.at, p.previous_id, p.plan
     FROM walk CROSS JOIN plan_changes p ON p.entry_id = walk.previous_id
     WHERE p.seq < walk.seq AND walk.seq >= :since
     LIMIT :limit
   )
   SELECT walk.entry_id, walk.seq, walk.at, walk.previous_id, walk.plan, e.kind
   FROM walk CROSS JOIN entries e ON e.id = walk.entry_id`,
);

export type PlanPage = Pick<ThreadWindow, 'planHistory' | 'hasEarlierPlans'>;

/** The newest plans at or above `entryId`, oldest first: those written since that seq, and the one before them. */
export function plansSince(db: ReadDb, entryId: string, since: number): PlanPage {
  return toPage(WALK.all(db, { entryId, since, limit: -1 }));
}

/** The plans before the one that `entryId` wrote, oldest first. */
export function plansBefore(db: ReadDb, entryId: string, limit: number): PlanPage {
  return toPage(WALK.all(db, { entryId, since: 0, limit: limit + 1 }).slice(1));
}

const WRITER = reading<{ entryId: string }, EntryRow>(
  'planEntry',
  `SELECT ${COLUMNS_OF_E} FROM nodes n CROSS JOIN entries e ON e.id = n.plan_entry_id WHERE n.entry_id = :entryId`,
);

/** The nearest entry, at or above `entryId`, that wrote a plan. */
export function planEntry(db: ReadDb, entryId: string): PathEntry | undefined {
  const row = WRITER.get(db, { entryId });
  return row && toPathEntry(row);
}

/** The plan as of `entryId`; `undefined` where its branch has none yet. */
export function planAt(db: ReadDb, entryId: string): Plan | undefined {
  return toPage(WALK.all(db, { entryId, since: 0, limit: 1 })).planHistory.at(-1)?.plan;
}

/** `rows`: newest first. */
function toPage(rows: readonly PlanRow[]): PlanPage {
  const planHistory = rows
    .map(({ entry_id: entryId, at, plan, kind }): PlanChange => {
      const change = { entryId, at, plan: JSON.parse(plan) as Plan };
      return kind === 'user_todo_edit' ? { ...change, byPerson: true } : change;
    })
    .reverse();
  return { planHistory, hasEarlierPlans: (rows.at(-1)?.previous_id ?? null) !== null };
}
