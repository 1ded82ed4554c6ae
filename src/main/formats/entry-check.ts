import { isRecord } from '../../shared/lib/json.ts';
import { ENTRY_VERSION, isPathEntry, type Entry } from '../../shared/thread/entry.ts';
import { bodyProblem, isEntryKind, isPathKind } from './entry-bodies.ts';

const MAX_ID = 100;

export type Checked = { readonly ok: true; readonly entry: Entry } | { readonly ok: false; readonly problem: string };

export type EntryCheck = {
  /** Checks the next entry of its thread. Its `threadId` is not looked at. */
  readonly next: (value: unknown) => Checked;
  /** Whether a path entry of that id has been there. */
  readonly hasPath: (id: string) => boolean;
};

/**
 * Checks the entries of one thread in their order, so that what passes can be walked: seq is dense, ids are unique,
 * parents and targets are path entries that came before. `upcast` brings a body of an older version up to today's.
 */
export function entryCheck(upcast: (v: number, body: object) => object): EntryCheck {
  const path = new Set<string>();
  const notes = new Set<string>();
  let seq = 0;

  function problemOf(value: unknown): string | undefined {
    if (!isRecord(value)) return 'it is no object';
    const { id, at, runId, kind, v, parentId, targetId, copiedFrom } = value;
    if (!isId(id)) return `its id must be a text of 1 to ${MAX_ID} characters`;
    if (path.has(id) || notes.has(id)) return `its id ${JSON.stringify(id)} is there twice`;
    if (value.seq !== seq + 1) return `its seq must be ${seq + 1}, and is ${shown(value.seq)}`;
    if (!Number.isSafeInteger(at) || Number(at) < 0) return 'its at must be a whole number of milliseconds';
    if (runId !== undefined && !isId(runId)) return `its runId must be a text of 1 to ${MAX_ID} characters`;
    if (!Number.isSafeInteger(v) || Number(v) < 1) return 'its v must be a whole number';
    if (Number(v) > ENTRY_VERSION) {
      return `its version is ${Number(v)}, and this Runlight knows versions up to ${ENTRY_VERSION}; update Runlight`;
    }
    if (copiedFrom !== undefined && !isCopied(copiedFrom)) return 'its copiedFrom must name a thread and an entry';
    if (typeof kind !== 'string' || !isEntryKind(kind)) return `its kind ${shown(kind)} is not known`;
    if (isPathKind(kind)) {
      if (targetId !== undefined) return `a ${kind} has no targetId`;
      if (parentId !== null && !isKnown(parentId)) return `its parent ${shown(parentId)} does not come before it`;
      if (kind === 'tool_result' && !isKnown(value.messageId)) {
        return `its message ${shown(value.messageId)} does not come before it`;
      }
    } else {
      if (parentId !== undefined) return `a ${kind} has no parentId`;
      if (!isKnown(targetId)) return `its target ${shown(targetId)} does not come before it`;
    }
    return undefined;
  }

  function isKnown(id: unknown): boolean {
    return typeof id === 'string' && path.has(id);
  }

  return {
    next(value) {
      const problem = problemOf(value);
      if (problem !== undefined || !isRecord(value)) return { ok: false, problem: problem ?? 'it is no object' };
      const current = { ...upcast(Number(value.v), value), v: ENTRY_VERSION };
      // The checks above and below are what makes it an entry.
      const entry = current as unknown as Entry;
      const wrong = bodyProblem(entry.kind, current);
      if (wrong !== undefined) return { ok: false, problem: wrong };
      seq += 1;
      (isPathEntry(entry) ? path : notes).add(entry.id);
      return { ok: true, entry };
    },
    hasPath: (id) => path.has(id),
  };
}

function isCopied(value: unknown): boolean {
  return isRecord(value) && isId(value.threadId) && isId(value.entryId);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60);
}
