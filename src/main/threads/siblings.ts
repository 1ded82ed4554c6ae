import type { SiblingsById } from '../../shared/thread/window.ts';
import { reading, type ReadDb } from './database.ts';

type SiblingRow = {
  readonly id: string;
  readonly position: number;
  readonly total: number;
  readonly previous_id: string | null;
  readonly next_id: string | null;
};

const BESIDE = 'FROM nodes s WHERE s.thread_id = n.thread_id AND s.parent_id IS n.parent_id';

const OF = reading<{ ids: string }, SiblingRow>(
  'siblingsOf',
  `SELECT n.entry_id AS id,
     (SELECT count(*) ${BESIDE} AND s.seq <= n.seq) AS position,
     (SELECT count(*) ${BESIDE}) AS total,
     (SELECT s.entry_id ${BESIDE} AND s.seq < n.seq ORDER BY s.seq DESC LIMIT 1) AS previous_id,
     (SELECT s.entry_id ${BESIDE} AND s.seq > n.seq ORDER BY s.seq LIMIT 1) AS next_id
   FROM json_each(:ids) wanted CROSS JOIN nodes n ON n.entry_id = wanted.value
     LEFT JOIN nodes p ON p.entry_id = n.parent_id
   WHERE p.children IS NOT 1`,
);

/** Of those path entries that hang where others hang too. */
export function siblingsOf(db: ReadDb, entryIds: readonly string[]): SiblingsById {
  const rows = OF.all(db, { ids: JSON.stringify(entryIds) }).filter(({ total }) => total > 1);
  return Object.fromEntries(
    rows.map(({ id, position, total, previous_id, next_id }) => [
      id,
      {
        position,
        total,
        ...(previous_id === null ? {} : { previousId: previous_id }),
        ...(next_id === null ? {} : { nextId: next_id }),
      },
    ]),
  );
}
