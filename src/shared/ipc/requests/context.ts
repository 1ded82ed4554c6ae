import { z } from 'zod';
import type { ContextCut, ContextMeter, TakenAnswer } from '../../run/context-answers.ts';
import { ROW_LISTS, type RowBody, type RowsAnswer } from '../../run/context-rows.ts';
import type { NextRequest } from '../../run/next-request.ts';
import type { ModelWindow } from '../../settings.ts';
import { route, Id, Nothing, PageSize } from './parts.ts';

const Place = z.object({ threadId: Id, entryId: Id, runId: Id.optional() });
const Offset = z.int().min(0);

/** What models read, and compaction. */
export const context = {
  /**
   * Summarises the older part of the active branch. A run that works on it does so before its next model call
   * (`next_call`); else it begins at once, and no run can start until it is done (`thread_compacting`). A `problem` push
   * tells when nothing came of it.
   */
  'context.compact': route<{ readonly when: 'now' | 'next_call' }>()(
    z.object({
      threadId: Id,
      /** What the person wants of the summary. */
      instruction: z.string().trim().min(1).max(10_000).optional(),
    }),
  ),
  /** How much models can read: those that agents name, the one that was chosen last, and those that were set by hand. */
  'context.windows': route<readonly ModelWindow[]>()(Nothing),
  /** Cancels a compaction of the thread that goes on or was asked for. */
  'context.cancel': route<null>()(z.object({ threadId: Id })),
  /**
   * What a run sends to its model when it goes on from an entry, and what was sent from there. `runId`: whose agent goes on;
   * absent: that of the newest request from there, else of the run that wrote the entry.
   */
  'context.of': route<NextRequest>()(Place),
  /** Whether the entries still give what was sent from there last; null where nothing was. */
  'context.matches': route<boolean | null>()(Place),
  /** How full the context is there. */
  'context.meter': route<ContextMeter>()(Place),
  /** A page of what is sent from there, or of all that is on the branch. */
  'context.rows': route<RowsAnswer>()(
    Place.extend({ of: z.enum(ROW_LISTS), by: z.enum(['place', 'size']), offset: Offset, limit: PageSize }),
  ),
  /** All that a row tells of. */
  'context.body': route<RowBody>()(
    Place.extend({ place: z.object({ list: z.enum(['system', 'tools', 'messages', 'entries']), index: Offset }) }),
  ),
  /** The compactions and clearings of outputs on the branch, newest first. */
  'context.cuts': route<readonly ContextCut[]>()(Place),
  /** What the one that is stored as the entry took out of the model's sight, oldest first. */
  'context.taken': route<TakenAnswer>()(Place.extend({ offset: Offset, limit: PageSize })),
  /** How much a model can read. */
  'context.window': route<ModelWindow>()(z.object({ model: z.string().min(1).max(400) })),
  /** Whether a model that goes on from an entry still sees the plan of that branch; true where there is none. */
  'context.seesPlan': route<boolean>()(z.object({ threadId: Id, entryId: Id })),
} as const;
