import { assertNever } from '../../../shared/lib/assert.ts';
import type { Limits } from '../../../shared/run/agent.ts';
import { openAtEnd } from '../../../shared/run/open-todos.ts';
import type { NoteEntry, PathEntry } from '../../../shared/thread/entry.ts';
import type { Siblings, ThreadWindow } from '../../../shared/thread/window.ts';
import { formatCost } from '../../ui/format.ts';
import { type Plan, planProgress } from '../../../shared/todos/plan.ts';
import type { Block } from './blocks.ts';
import { plansOf, withPlans } from './plan-blocks.ts';
import { callBlocks, notesOfCalls, planChangesOf, type CallContext } from './call-blocks.ts';
import { sectionsOf, type Section } from './sections.ts';

type Stored = Pick<ThreadWindow, 'entries' | 'notes' | 'siblings' | 'planHistory'>;
type AssistantEntry = Extract<PathEntry, { kind: 'assistant_message' }>;
type UserEntry = Extract<PathEntry, { kind: 'user_message' }>;
type RunNote = Extract<NoteEntry, { kind: 'run_finished' | 'retry' }>;

type EntryContext = CallContext & {
  /** What model calls took, in words, by the entry that each was made for. */
  readonly costs: ReadonlyMap<string, string>;
};

/** What the committed entries look like. `activeRunId`: the run that works on their branch. */
export function entryBlocks(stored: Stored, activeRunId?: string): readonly Block[] {
  const { entries, notes, planHistory } = stored;
  const { before, byEntry } = plansOf(entries, planHistory);
  const context: EntryContext = {
    results: resultsOf(entries),
    notes: notesOfCalls(notes),
    ended: new Map(notes.filter((note) => note.kind === 'run_finished').map((note) => [note.runId, note.status])),
    activeRunId,
    changes: planChangesOf(planHistory),
    plans: byEntry,
    costs: costsOf(notes),
  };
  const newest = activeRunId === undefined ? lastEnd(entries.at(-1)?.id, notes) : undefined;
  const limits = new Map(
    notes.filter((note) => note.kind === 'run_started').map((note) => [note.runId, note.agent.limits]),
  );
  const following = groupRunNotes(notes);
  const labels = labelsOf(notes);
  const keys = new Set<string>();
  const blocks: Block[] = [];
  let plan = before;
  for (const [index, entry] of entries.entries()) {
    plan = byEntry.get(entry.id)?.plan ?? plan;
    // What came after its branch had gone on was said on another.
    const goesOnAt = entries[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    const after = (following.get(entry.id) ?? []).filter(({ seq }) => seq <= goesOnAt);
    // The end of the run says why its last answer is not whole.
    const endTold = after.some((note) => note.kind === 'run_finished' && note.status !== 'finished');
    const own = blocksOfEntry(entry, answerKeyOnce(entry, keys), context);
    const shown = endTold ? own.filter(({ kind }) => kind !== 'partial') : own;
    blocks.push(...withBranches(shown, entry, stored, labels));
    if (entry.kind === 'tool_result') tellSiblings(blocks, entry.id, stored.siblings[entry.id]);
    for (const note of after) {
      blocks.push(...runNoteBlocks(note, { newest: note.id === newest, limits: limits.get(note.runId), plan }));
    }
  }
  return withPlans(blocks, byEntry);
}

/** Of an answer by its run and step, the same before and after it is committed. */
export function answerKey(runId: string, step: number): string {
  return `${runId}/${step}`;
}

function answerKeyOnce(entry: PathEntry, keys: Set<string>): string {
  if (entry.kind !== 'assistant_message' || entry.runId === undefined) return entry.id;
  const key = answerKey(entry.runId, entry.step);
  if (keys.has(key)) return entry.id;
  keys.add(key);
  return key;
}

function userBlocks(entry: UserEntry, key: string): readonly Block[] {
  const { id: entryId, parentId, at, text, attachments, origin } = entry;
  if (origin === 'continue' || origin === 'correction') return [{ kind: 'continued', key, entryId, at, origin }];
  const block = { kind: 'user', key, entryId, parentId, text, attachments, at } as const;
  return [origin === 'agent' ? { ...block, byAgent: true } : block];
}

function blocksOfEntry(entry: PathEntry, key: string, context: EntryContext): readonly Block[] {
  switch (entry.kind) {
    case 'user_message':
      return userBlocks(entry, key);
    case 'assistant_message':
      return [...answerBlocks(entry, key), ...callBlocks(entry, key, context)];
    case 'tool_result':
      // It shows in the row of its call.
      return [];
    case 'handoff':
      return [{ kind: 'handoff', key, entryId: entry.id, from: entry.from, to: entry.agent.name }];
    case 'compaction': {
      const cost = context.costs.get(entry.id);
      return [{ kind: 'context', key, entryId: entry.id, body: entry, ...(cost === undefined ? {} : { cost }) }];
    }
    case 'outputs_cleared':
    case 'user_todo_edit':
    case 'todos_restored':
    case 'reminder':
    case 'intervention':
      return [{ kind: 'context', key, entryId: entry.id, body: entry, changes: context.changes.get(entry.id) }];
    default:
      return assertNever(entry);
  }
}

function answerBlocks(entry: AssistantEntry, key: string): readonly Block[] {
  const { id: entryId, reasoning, text, partial } = entry;
  const blocks: Block[] = [];
  if (reasoning.trim() !== '') {
    const durationMs = entry.reasonedMs;
    blocks.push({ kind: 'reasoning', key: `${key}/reasoning`, entryId, text: reasoning, live: false, durationMs });
  }
  blocks.push(...textBlocks(sectionsOnce(entry), text, key, { entryId, parentId: entry.parentId, live: false }));
  if (partial !== undefined) blocks.push({ kind: 'partial', key: `${key}/partial`, entryId, reason: partial });
  return blocks;
}

export function textBlocks(
  sections: readonly Section[],
  whole: string,
  key: string,
  { live, ...from }: { readonly entryId?: string; readonly parentId?: string | null; readonly live: boolean },
): readonly Block[] {
  return sections.map((section, index) => {
    const growing = live && index === sections.length - 1;
    // Sections before the last one never change, so that the growing text must not reach them.
    const copied = live ? '' : whole;
    return { kind: 'text', key: `${key}/text/${index}`, ...from, section, whole: copied, live: growing };
  });
}

const knownSections = new WeakMap<PathEntry, readonly Section[]>();

function sectionsOnce(entry: AssistantEntry): readonly Section[] {
  const known = knownSections.get(entry);
  if (known !== undefined) return known;
  const sections = sectionsOf(entry.text);
  knownSections.set(entry, sections);
  return sections;
}

type AtNote = {
  readonly newest: boolean;
  readonly limits: Limits | undefined;
  readonly plan: Plan | undefined;
};

function runNoteBlocks(note: RunNote, { newest, limits, plan }: AtNote): readonly Block[] {
  if (note.kind === 'retry') {
    const { error, at: failedAt, waitMs, runId = note.id, step, attempt } = note;
    const key = retryKey(runId, step, attempt);
    return [{ kind: 'retry', key, entryId: note.id, error, failedAt, retryAt: failedAt + waitMs }];
  }
  const { status, error, limit, id: key } = note;
  if (status !== 'finished') return [{ kind: 'end', key, entryId: key, status, error, limit, limits, newest }];
  const open = openAtEnd(status, plan && planProgress(plan));
  return open === 0 ? [] : [{ kind: 'end', key, entryId: key, status, open, newest }];
}

export function retryKey(runId: string, step: number, attempt: number): string {
  return `${answerKey(runId, step)}/retry/${attempt}`;
}

function groupRunNotes(notes: readonly NoteEntry[]): ReadonlyMap<string, readonly RunNote[]> {
  const groups = new Map<string, RunNote[]>();
  for (const note of notes) {
    if (note.kind !== 'run_finished' && note.kind !== 'retry') continue;
    const group = groups.get(note.targetId);
    if (group === undefined) groups.set(note.targetId, [note]);
    else group.push(note);
  }
  return groups;
}

function resultsOf(entries: readonly PathEntry[]): CallContext['results'] {
  const results = new Map<string, ReadonlyMap<string, Extract<PathEntry, { kind: 'tool_result' }>>>();
  for (const entry of entries) {
    if (entry.kind !== 'tool_result') continue;
    results.set(entry.messageId, new Map(results.get(entry.messageId)).set(entry.callId, entry));
  }
  return results;
}

function costsOf(notes: readonly NoteEntry[]): ReadonlyMap<string, string> {
  return new Map(
    notes.flatMap((note) => {
      if (note.kind !== 'usage') return [];
      const cost = formatCost({ calls: 1, cost: note.cost ?? 0, unpriced: note.cost === undefined ? 1 : 0 });
      return cost === undefined ? [] : [[note.targetId, cost] as const];
    }),
  );
}

/** The end of the run that a branch ends with, unless another has begun since. */
function lastEnd(headId: string | undefined, notes: readonly NoteEntry[]): string | undefined {
  const last = notes.findLast(
    (note) =>
      note.targetId === headId &&
      (note.kind === 'run_finished' || (note.kind === 'run_started' && note.side === undefined)),
  );
  return last?.kind === 'run_finished' ? last.id : undefined;
}

/** The newest name of each entry that has one. */
function labelsOf(notes: readonly NoteEntry[]): ReadonlyMap<string, string> {
  return new Map(notes.flatMap((note) => (note.kind === 'label' ? [[note.targetId, note.label]] : [])));
}

function withBranches(
  blocks: readonly Block[],
  { id }: PathEntry,
  { siblings }: Stored,
  labels: ReadonlyMap<string, string>,
): readonly Block[] {
  const [first, ...others] = blocks;
  const [beside, label = ''] = [siblings[id], labels.get(id)];
  if (first === undefined || (beside === undefined && label === '')) return blocks;
  return [{ ...first, ...(beside && { siblings: beside }), ...(label !== '' && { label }) }, ...others];
}

/** A result has no row of its own: that of its call tells which of several it is. */
function tellSiblings(blocks: Block[], resultId: string, siblings: Siblings | undefined): void {
  if (siblings === undefined) return;
  const at = blocks.findLastIndex((block) => block.kind === 'call' && block.resultId === resultId);
  const block = blocks[at];
  if (block !== undefined) blocks[at] = { ...block, siblings };
}
