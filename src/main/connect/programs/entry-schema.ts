import { z } from 'zod';
import { isRecord } from '../../../shared/lib/json.ts';
import { ENTRY_VERSION, type Entry } from '../../../shared/thread/entry.ts';
import { bodyProblem, isDetails, isEntryKind, isPathKind } from '../../formats/entry-bodies.ts';

const Id = z.string().min(1).max(100);
const Stamp = z.object({
  id: Id,
  threadId: z.string(),
  seq: z.int().min(1),
  at: z.int().nonnegative(),
  runId: Id.optional(),
  v: z.literal(ENTRY_VERSION),
  copiedFrom: z.object({ threadId: Id, entryId: Id }).optional(),
});
const OnPath = Stamp.extend({ parentId: Id.nullable() });
const Beside = Stamp.extend({ targetId: Id });

/**
 * An entry that comes from another program: it must hold what a file must that is imported, so that nothing stumbles over
 * it. What a newer program adds is kept. Details of a result that are none are left out: people's tools give them, and the
 * result itself counts.
 */
export const EntrySchema: z.ZodType<Entry> = z.unknown().transform((value, context) => {
  const entry = isRecord(value) && !isDetails(value.details) ? { ...value, details: undefined } : value;
  const problem = problemOf(entry);
  if (problem === undefined) return entry as Entry;
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

function problemOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return 'An entry is an object';
  const { kind } = entry;
  if (typeof kind !== 'string' || !isEntryKind(kind)) return `The kind ${JSON.stringify(kind)} is not known`;
  const stamp = (isPathKind(kind) ? OnPath : Beside).safeParse(entry);
  return stamp.success ? bodyProblem(kind, entry) : z.prettifyError(stamp.error);
}
