import type { RunEnd } from '../../../shared/run/status.ts';
import type { NoteEntry, PathEntry } from '../../../shared/thread/entry.ts';
import { planDifferences, planItems, type PlanChange, type PlanDifference } from '../../../shared/todos/plan.ts';
import type { CallBlock, CallState, Decision } from './blocks.ts';

type AssistantEntry = Extract<PathEntry, { kind: 'assistant_message' }>;
type ResultEntry = Extract<PathEntry, { kind: 'tool_result' }>;
type CallNote = Extract<NoteEntry, { kind: 'tool_started' | 'approval_asked' | 'approval_decided' | 'files_changed' }>;

export type CallContext = {
  /** By message and call id. */
  readonly results: ReadonlyMap<string, ReadonlyMap<string, ResultEntry>>;
  /** By message. */
  readonly notes: ReadonlyMap<string, readonly CallNote[]>;
  /** How runs ended, by run id. */
  readonly ended: ReadonlyMap<string | undefined, RunEnd>;
  readonly activeRunId: string | undefined;
  /** By the entry that wrote the plan. */
  readonly changes: ReadonlyMap<string, readonly PlanDifference[]>;
  readonly plans: ReadonlyMap<string, PlanChange>;
};

/** The rows of the calls of one answer, in the order the model made them. */
export function callBlocks(message: AssistantEntry, key: string, context: CallContext): readonly CallBlock[] {
  const results = context.results.get(message.id);
  const notes = context.notes.get(message.id) ?? [];
  return message.calls.map(({ id: callId, name, arguments: text }, index): CallBlock => {
    const own = notes.filter((note) => note.callId === callId);
    const started = own.find((note) => note.kind === 'tool_started');
    const asked = own.find((note) => note.kind === 'approval_asked');
    const decided = own.find((note) => note.kind === 'approval_decided');
    const changed = own.find((note) => note.kind === 'files_changed');
    const result = results?.get(callId);
    const plan = result && context.plans.get(result.id)?.plan;
    return {
      kind: 'call',
      key: callKey(key, index),
      entryId: message.id,
      runId: message.runId,
      callId,
      name,
      arguments: text,
      state: stateOf({ result, started, asked, decided, runId: message.runId }, context),
      startedAt: started?.at,
      endedAt: result?.at,
      resultId: result?.id,
      content: result?.content,
      details: result?.details,
      approvesAt: asked?.approvesAt,
      rejectsAt: asked?.rejectsAt,
      decision: decided === undefined ? undefined : decisionOf(decided),
      filesChanged: changed === undefined ? undefined : changed.files.length + (changed.more ?? 0),
      changes: result === undefined ? undefined : context.changes.get(result.id),
      planned: plan === undefined ? undefined : planItems(plan).length,
    };
  });
}

export function callKey(answer: string, index: number): string {
  return `${answer}/call/${index}`;
}

type Known = {
  readonly result: ResultEntry | undefined;
  readonly started: CallNote | undefined;
  readonly asked: CallNote | undefined;
  readonly decided: Extract<CallNote, { kind: 'approval_decided' }> | undefined;
  readonly runId: string | undefined;
};

function stateOf({ result, started, asked, decided, runId }: Known, { ended, activeRunId }: CallContext): CallState {
  if (decided?.decision === 'rejected') return 'rejected';
  if (decided?.decision === 'withdrawn') return 'not_run';
  if (result !== undefined) {
    if (!result.isError) return 'ok';
    if (started !== undefined) return 'error';
    const end = ended.get(runId);
    return end === 'stopped' || end === 'interrupted' ? 'not_run' : 'refused';
  }
  const going = runId !== undefined && runId === activeRunId && !ended.has(runId);
  if (!going) return started === undefined ? 'not_run' : 'interrupted';
  if (started !== undefined) return 'running';
  return asked !== undefined && decided === undefined ? 'approval' : 'queued';
}

const decisions = new WeakMap<CallNote, Decision>();

/** The same object for the same note, so that blocks stay equal. */
function decisionOf(note: Extract<CallNote, { kind: 'approval_decided' }>): Decision {
  const known = decisions.get(note);
  if (known !== undefined) return known;
  const { decision, by, reason } = note;
  const made = { decision, by, reason };
  decisions.set(note, made);
  return made;
}

export function notesOfCalls(notes: readonly NoteEntry[]): CallContext['notes'] {
  const groups = new Map<string, CallNote[]>();
  for (const note of notes) {
    if (!isCallNote(note)) continue;
    const group = groups.get(note.targetId);
    if (group === undefined) groups.set(note.targetId, [note]);
    else group.push(note);
  }
  return groups;
}

function isCallNote(note: NoteEntry): note is CallNote {
  const { kind } = note;
  return (
    kind === 'tool_started' || kind === 'approval_asked' || kind === 'approval_decided' || kind === 'files_changed'
  );
}

const knownChanges = new WeakMap<PlanChange, readonly PlanDifference[]>();

/** What each version of the plan changed, by the entry that wrote it. */
export function planChangesOf(history: readonly PlanChange[]): CallContext['changes'] {
  return new Map(
    history.map((change, index) => {
      const known = knownChanges.get(change);
      if (known !== undefined) return [change.entryId, known];
      const differences = planDifferences(history[index - 1]?.plan, change.plan);
      // What came before the first one may not be here yet.
      if (index > 0) knownChanges.set(change, differences);
      return [change.entryId, differences];
    }),
  );
}
