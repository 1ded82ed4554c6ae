import { assertNever } from '../lib/assert.ts';
import type { Failure } from '../lib/result.ts';
import type { CompactionTrigger } from '../thread/context-bodies.ts';
import type { Entry } from '../thread/entry.ts';

/** A tool call whose arguments the model is still writing. */
export type LiveCall = { readonly id: string; readonly name: string; readonly arguments: string };

/** What a run does that no entry holds yet: an answer in the making, and what running tools print. */
export type LiveRun = {
  readonly runId: string;
  readonly step: number;
  /** `waiting`: the request is sent, no token came. `idle`: no model call is under way. */
  readonly phase: 'idle' | 'waiting' | 'streaming' | 'retrying' | 'compacting';
  readonly sentAt?: number;
  /** While it compacts. */
  readonly compaction?: { readonly trigger: CompactionTrigger; readonly since: number };
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly LiveCall[];
  readonly retry?: { readonly attempt: number; readonly retryAt: number; readonly error: Failure };
  /** The end of what each running call printed, by call id; to be read with `outputOf`. */
  readonly outputs: { readonly [callId: string]: LiveOutput };
};

/** `start`: how many characters were dropped before `text`. */
export type LiveOutput = { readonly start: number; readonly text: string };

/** Of a running command's output, no more than this many characters are kept for the eye. */
export const LIVE_OUTPUT_LIMIT = 16_384;

/** Offsets count UTF-16 code units from the start of the text in question. */
export type LiveEvent =
  | { readonly type: 'sent'; readonly runId: string; readonly step: number; readonly at: number }
  | {
      readonly type: 'text' | 'reasoning';
      readonly runId: string;
      readonly step: number;
      readonly offset: number;
      readonly text: string;
    }
  | {
      readonly type: 'call';
      readonly runId: string;
      readonly step: number;
      readonly index: number;
      readonly id: string;
      readonly name: string;
      readonly offset: number;
      readonly text: string;
    }
  | {
      readonly type: 'retrying';
      readonly runId: string;
      readonly step: number;
      readonly attempt: number;
      readonly retryAt: number;
      readonly error: Failure;
    }
  | {
      readonly type: 'compacting';
      readonly runId: string;
      readonly step: number;
      readonly at: number;
      readonly trigger: CompactionTrigger;
    }
  /** However it came out. */
  | { readonly type: 'compacted'; readonly runId: string; readonly step: number }
  | {
      readonly type: 'output';
      readonly runId: string;
      readonly callId: string;
      readonly offset: number;
      readonly text: string;
    };

export function idleRun(runId: string, step: number): LiveRun {
  return { runId, step, phase: 'idle', text: '', reasoning: '', calls: [], outputs: {} };
}

/** Whether it is a run's: a thread that a person compacts while nothing runs there has no step. */
export function isRun({ step, phase }: LiveRun): boolean {
  return step > 0 || phase !== 'compacting';
}

/** `live` with the newer state of one of them; without it when there is nothing to know of it any more. */
export function withLiveRun(live: readonly LiveRun[], run: LiveRun): readonly LiveRun[] {
  const others = live.filter(({ runId }) => runId !== run.runId);
  const isNothing = run.step === 0 && run.phase === 'idle' && Object.keys(run.outputs).length === 0;
  return isNothing ? others : [...others, run];
}

/** `gap`: a delta is missing, ask for the whole state again. */
export type LiveStep = { readonly type: 'next'; readonly live: LiveRun } | { readonly type: 'gap' };

/** Steps one run's live state. An event of an earlier step, or a delta that is known already, changes nothing. */
export function stepLive(live: LiveRun | undefined, event: LiveEvent): LiveStep {
  const run = live ?? idleRun(event.runId, 0);
  if (event.type === 'output') return stepOutput(run, event);
  if (event.step < run.step) return next(run);
  switch (event.type) {
    case 'sent':
      return next({ ...idleRun(event.runId, event.step), phase: 'waiting', sentAt: event.at, outputs: run.outputs });
    case 'retrying': {
      const { attempt, retryAt, error } = event;
      return next({ ...idleRun(event.runId, event.step), phase: 'retrying', retry: { attempt, retryAt, error } });
    }
    case 'compacting': {
      const compaction = { trigger: event.trigger, since: event.at };
      return next({ ...idleRun(event.runId, event.step), phase: 'compacting', compaction, outputs: run.outputs });
    }
    case 'compacted':
      return next({ ...idleRun(event.runId, event.step), outputs: run.outputs });
    case 'text':
    case 'reasoning': {
      if (event.step > run.step) return { type: 'gap' };
      const joined = join(run[event.type], event);
      return joined === undefined ? { type: 'gap' } : next({ ...run, phase: 'streaming', [event.type]: joined });
    }
    case 'call': {
      if (event.step > run.step || event.index > run.calls.length) return { type: 'gap' };
      const joined = join(run.calls[event.index]?.arguments ?? '', event);
      if (joined === undefined) return { type: 'gap' };
      const call: LiveCall = { id: event.id, name: event.name, arguments: joined };
      const calls = event.index === run.calls.length ? [...run.calls, call] : run.calls.with(event.index, call);
      return next({ ...run, phase: 'streaming', calls });
    }
    default:
      return assertNever(event);
  }
}

function next(live: LiveRun): LiveStep {
  return { type: 'next', live };
}

/** `known` with the delta applied; `undefined` when something between them is missing. */
function join(known: string, delta: { readonly offset: number; readonly text: string }): string | undefined {
  if (delta.offset > known.length) return undefined;
  const fresh = delta.text.slice(known.length - delta.offset);
  return known + fresh;
}

function stepOutput(run: LiveRun, event: Extract<LiveEvent, { type: 'output' }>): LiveStep {
  const { start, text } = outputOf(run.outputs, event.callId) ?? { start: event.offset, text: '' };
  const joined = join(text, { offset: event.offset - start, text: event.text });
  if (joined === undefined) return { type: 'gap' };
  const dropped = Math.max(0, joined.length - LIVE_OUTPUT_LIMIT);
  const output: LiveOutput = { start: start + dropped, text: joined.slice(dropped) };
  return next({ ...run, outputs: { ...run.outputs, [event.callId]: output } });
}

/** What a call has printed so far. Models choose the ids, and `constructor` or `__proto__` is one like any other. */
export function outputOf(outputs: LiveRun['outputs'], callId: string): LiveOutput | undefined {
  return Object.hasOwn(outputs, callId) ? outputs[callId] : undefined;
}

/** The events that lead to this state, for a follower that has missed some. */
export function replayLive({
  runId,
  step,
  phase,
  sentAt,
  text,
  reasoning,
  calls,
  retry,
  compaction,
  outputs,
}: LiveRun): readonly LiveEvent[] {
  const events: LiveEvent[] = [];
  if (phase === 'retrying' && retry !== undefined) events.push({ type: 'retrying', runId, step, ...retry });
  if (phase === 'compacting' && compaction !== undefined) {
    events.push({ type: 'compacting', runId, step, at: compaction.since, trigger: compaction.trigger });
  }
  if (phase === 'waiting' || phase === 'streaming') events.push({ type: 'sent', runId, step, at: sentAt ?? 0 });
  if (reasoning !== '') events.push({ type: 'reasoning', runId, step, offset: 0, text: reasoning });
  if (text !== '') events.push({ type: 'text', runId, step, offset: 0, text });
  for (const [index, { id, name, arguments: json }] of calls.entries()) {
    events.push({ type: 'call', runId, step, index, id, name, offset: 0, text: json });
  }
  for (const [callId, output] of Object.entries(outputs)) {
    events.push({ type: 'output', runId, callId, offset: output.start, text: output.text });
  }
  return events;
}

/** What a committed entry makes of the live state: an answer moves from here into the entries, and so does a call's output. */
export function settleLive(live: readonly LiveRun[], entry: Entry): readonly LiveRun[] {
  switch (entry.kind) {
    case 'assistant_message':
      return live.map((run) =>
        run.runId === entry.runId && run.step <= entry.step
          ? { ...idleRun(run.runId, entry.step), outputs: run.outputs }
          : run,
      );
    case 'tool_result':
      return live.map((run) => {
        if (run.runId !== entry.runId) return run;
        const { [entry.callId]: _, ...outputs } = run.outputs;
        return { ...run, outputs };
      });
    case 'run_finished':
      return live.filter((run) => run.runId !== entry.runId);
    case 'user_message':
    case 'handoff':
    case 'compaction':
    case 'outputs_cleared':
    case 'user_todo_edit':
    case 'todos_restored':
    case 'reminder':
    case 'intervention':
    case 'label':
    case 'run_started':
    case 'run_queued':
    case 'run_dequeued':
    case 'run_paused':
    case 'run_resumed':
    case 'run_revived':
    case 'tool_started':
    case 'approval_asked':
    case 'approval_decided':
    case 'usage':
    case 'retry':
    case 'files_changed':
      return live;
    default:
      return assertNever(entry);
  }
}
