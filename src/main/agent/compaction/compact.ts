import { setImmediate } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { contextParts, contextSize, sumOf, type Counted, type RequestFrame } from '../../../shared/run/context.ts';
import type {
  CompactionBody,
  CompactionTrigger,
  TodosState,
  TokenCount,
} from '../../../shared/thread/context-bodies.ts';
import type { Draft } from '../../../shared/thread/draft.ts';
import { ENTRY_VERSION, type PathEntry, type UsageBody } from '../../../shared/thread/entry.ts';
import { messagesOf, type Message } from '../../../shared/thread/messages.ts';
import { visiblePath } from '../../../shared/thread/visible-path.ts';
import { todosIn } from '../../../shared/todos/list.ts';
import { phasesIn, phasesOn, type PhasesState } from '../../../shared/todos/phases-on-branch.ts';
import { must } from '../../../shared/lib/assert.ts';
import type { LoopEffects } from '../effects.ts';
import type { Model } from '../model.ts';
import { beginsTurn, cutIndex } from './cut.ts';
import { summarise } from './summarise.ts';
import { transcriptOf } from './transcript.ts';
import { weigh } from './weigh.ts';

export type CompactionJob = {
  readonly trigger: CompactionTrigger;
  /** What the person wants of the summary. */
  readonly instruction?: string;
  /** Writes the summary. */
  readonly model: Model;
  readonly prompt: string;
  readonly keepTokens: number;
  /** What stands beside the messages in the requests that are to become shorter. */
  readonly frame: RequestFrame;
  readonly counted: Counted | undefined;
  /** The step that it comes before; 0 where nothing runs. */
  readonly step: number;
  /** The plan in phases as the run keeps it. Absent: as its branch tells it. */
  readonly phases?: PhasesState;
};

export type CompactionEffects = Pick<LoopEffects, 'now' | 'newId' | 'random' | 'sleep' | 'branch' | 'append' | 'live'>;

/**
 * Puts a summary in the place of what is before the newest part of a branch, in one commit at its end: together with what
 * it cost, and with the list of todos where its newest call is no longer in sight. Fails, and leaves the branch as it was,
 * when there is nothing to summarise (`nothing_to_compact`), when `signal` aborts (`aborted`), and when no summary came
 * that is whole and shorter; what was spent on it is noted in any case.
 */
export async function compact(
  job: CompactionJob,
  effects: CompactionEffects,
  signal: AbortSignal,
): Promise<Result<null>> {
  const { trigger, instruction, model, prompt, keepTokens, step } = job;
  const path = effects.branch();
  await weigh(path);
  const { entries, compaction: earlier } = visiblePath(path);
  const cut = cutIndex(entries, keepTokens);
  const old = entries.slice(0, cut);
  if (!old.some(beginsTurn)) {
    return fail(
      'nothing_to_compact',
      'There is nothing old enough to compact',
      'Lower what is kept in Settings → Context',
    );
  }
  const since = effects.now();
  effects.live({ type: 'compacting', step, at: since, trigger });
  await setImmediate();
  const transcript = await transcriptOf(materialOf(old, earlier?.summary));
  const { summary, usage } = await summarise({ model, prompt, transcript, instruction }, effects, signal);
  effects.live({ type: 'compacted', step });
  if (!summary.ok) return refuse(summary, usage, effects);
  const before = contextSize(path, job.frame, job.counted);
  const written: CompactionBody = {
    kind: 'compaction',
    trigger,
    ...(instruction === undefined ? {} : { instruction }),
    summary: summary.value,
    model: model.id,
    firstKeptId: entries[cut]?.id ?? null,
    before,
    after: before,
    durationMs: Math.max(0, effects.now() - since),
  };
  const after = sizeWith(written, path, before, job.frame);
  if (after.tokens >= before.tokens) {
    const message = 'The summary is no shorter than what it stands for';
    return refuse(fail('summary_long', message, 'Compact later, when there is more to summarise'), usage, effects);
  }
  const compaction = { id: effects.newId(), body: { ...written, after } };
  const notes: readonly Draft[] =
    usage === undefined ? [] : [{ id: effects.newId(), targetId: compaction.id, body: usage }];
  const appended = effects.append([compaction, ...todosDrafts(compaction, job, effects), ...notes]);
  return appended.ok ? ok(null) : appended;
}

/** What the summary is made of: all of it, whatever was cleared for the model, and the summary before. */
function materialOf(old: readonly PathEntry[], earlier: string | undefined): readonly Message[] {
  const messages = messagesOf(old.filter(({ kind }) => kind !== 'compaction' && kind !== 'outputs_cleared'));
  if (earlier === undefined) return messages;
  return [{ role: 'user', content: `The summary of what came before:\n${earlier}`, developer: true }, ...messages];
}

function refuse(
  failure: Result<never>,
  usage: UsageBody | undefined,
  { append, newId, branch }: CompactionEffects,
): Result<never> {
  if (usage === undefined) return failure;
  const noted = append([{ id: newId(), targetId: tipOf(branch()), body: usage }]);
  return noted.ok ? failure : noted;
}

/** Estimates err alike before and after: the share that stays of them is taken of what was counted. */
function sizeWith(
  body: CompactionBody,
  path: readonly PathEntry[],
  before: TokenCount,
  frame: RequestFrame,
): TokenCount {
  const estimated = sumOf(contextParts(path, frame));
  const left = sumOf(contextParts([...path, entryOf('', body)], frame));
  return { tokens: Math.round((before.tokens * left) / Math.max(1, estimated)), estimated: true };
}

/** The plan of each kind once more, when what the model wrote or saw of it last goes out of sight. */
function todosDrafts(
  { id, body }: { readonly id: string; readonly body: CompactionBody },
  { phases: kept }: CompactionJob,
  { branch, newId }: CompactionEffects,
): readonly Draft[] {
  const before = branch();
  const after = [...before, entryOf(id, body)];
  // The shorter one first: mostly that is all there is to look through.
  const items = todosIn(messagesOf(after)) === undefined ? todosIn(messagesOf(before)) : undefined;
  const phases = visiblePath(after).entries.some(showsPhases) ? undefined : (kept ?? phasesOn(before));
  const plans: readonly TodosState[] = [
    ...(items === undefined ? [] : [{ items }]),
    ...(phases === undefined ? [] : [phases]),
  ];
  return plans.map((plan) => ({ id: newId(), body: { kind: 'todos_restored', ...plan } }));
}

function showsPhases(entry: PathEntry): boolean {
  if (entry.kind === 'todos_restored') return 'phases' in entry;
  return phasesIn(entry) !== undefined;
}

/** The entry that a draft will be, as far as folds read it. */
function entryOf(id: string, body: CompactionBody): PathEntry {
  return { id, threadId: '', seq: 0, at: 0, v: ENTRY_VERSION, parentId: null, ...body };
}

function tipOf(path: readonly PathEntry[]): string {
  return must(path.at(-1), 'the end of a branch').id;
}
