import type { AssistantMessageBody, FinishReason, PartialReason } from '../../shared/thread/entry.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { assertNever } from '../../shared/lib/assert.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { untilAborted } from '../lib/abort.ts';
import { stopReason, type Draft, type LoopEffects, type RunOutcome } from './effects.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from './model.ts';
import { retryWait } from './retry.ts';

/** A checkpoint is due when this much time has passed, or this much text has come, since the last one. */
const CHECKPOINT_MS = 2000;
const CHECKPOINT_CHARS = 16 * 1024;

export type ModelAnswer =
  | { readonly type: 'message'; readonly id: string; readonly body: AssistantMessageBody }
  | { readonly type: 'ended'; readonly outcome: RunOutcome };

type Finish = Extract<ModelEvent, { type: 'finish' }>;

/** An answer in the making. Mutable: it grows with every token. */
type Draught = {
  readonly step: number;
  readonly sentAt: number;
  firstTokenAt?: number;
  text: string;
  reasoning: string;
  /** Calls by id, in order of their first piece: `whole` once the model has finished one. */
  readonly calls: Map<string, { name: string; arguments: string; whole: boolean }>;
};

type Ending =
  | { readonly type: 'finish'; readonly finish: Finish }
  | { readonly type: 'failed'; readonly error: ModelFailure }
  | { readonly type: 'aborted' };

/**
 * Asks the model and commits its answer, whole or, when it breaks off, what came of it. Tries again while nothing has been
 * streamed and the failure may pass; once a token was shown, never.
 */
export async function callModel(
  model: Model,
  request: ModelRequest,
  step: number,
  tip: string,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const draught: Draught = { step, sentAt: effects.now(), text: '', reasoning: '', calls: new Map() };
    effects.live({ type: 'sent', step, at: draught.sentAt });
    const ending = await stream(model, request, draught, effects, signal);
    switch (ending.type) {
      case 'finish':
        return commitWhole(model, draught, ending.finish, effects);
      case 'aborted':
        return commitPartial(model, draught, stopReason(signal), { status: stopReason(signal) }, effects);
      case 'failed': {
        const { error } = ending;
        const waitMs = draught.firstTokenAt === undefined ? retryWait(error, attempt, effects.random()) : undefined;
        if (waitMs === undefined) {
          const reason = error.code === 'stream_cut' ? 'cut' : 'failed';
          return commitPartial(model, draught, reason, { status: 'failed', error: plain(error) }, effects);
        }
        const note: Draft = {
          id: effects.newId(),
          targetId: tip,
          body: { kind: 'retry', step, attempt, waitMs, error: plain(error) },
        };
        const appended = effects.append([note]);
        if (!appended.ok) return { type: 'ended', outcome: { status: 'failed', error: appended.error } };
        effects.live({ type: 'retrying', step, attempt, retryAt: effects.now() + waitMs, error: plain(error) });
        await effects.sleep(waitMs, signal);
        if (signal.aborted) return { type: 'ended', outcome: { status: stopReason(signal) } };
        break;
      }
      default:
        return assertNever(ending);
    }
  }
}

async function stream(
  model: Model,
  request: ModelRequest,
  draught: Draught,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Ending> {
  let saved = { at: draught.sentAt, chars: 0 };
  for await (const event of untilAborted(model.stream(request, signal), signal)) {
    if (signal.aborted) break;
    if (event.type === 'finish') return { type: 'finish', finish: event };
    if (event.type === 'failed') return { type: 'failed', error: event.error };
    draught.firstTokenAt ??= effects.now();
    grow(draught, event, effects);
    const chars = draught.text.length + draught.reasoning.length;
    // The longer the text, the more must have come: else a long answer would be written over and over.
    const enough = Math.max(CHECKPOINT_CHARS, chars / 4);
    if (chars > saved.chars && (effects.now() - saved.at >= CHECKPOINT_MS || chars - saved.chars >= enough)) {
      saved = { at: effects.now(), chars };
      const { step, text, reasoning, sentAt, firstTokenAt } = draught;
      effects.checkpoint({ step, model: model.id, text, reasoning, sentAt, firstTokenAt });
    }
  }
  if (signal.aborted) return { type: 'aborted' };
  const error = { code: 'stream_cut', message: 'The answer ended before the model had finished it', retryable: true };
  return { type: 'failed', error };
}

function grow(draught: Draught, event: Exclude<ModelEvent, { type: 'finish' | 'failed' }>, effects: LoopEffects): void {
  const { step, calls } = draught;
  switch (event.type) {
    case 'text':
    case 'reasoning':
      if (event.text === '') return;
      effects.live({ type: event.type, step, offset: draught[event.type].length, text: event.text });
      draught[event.type] += event.text;
      return;
    case 'call_delta': {
      const call = calls.get(event.id) ?? { name: event.name, arguments: '', whole: false };
      calls.set(event.id, call);
      showCall(draught, event.id, call.arguments.length, event.text, effects);
      call.arguments += event.text;
      return;
    }
    case 'call': {
      const { name, arguments: text } = event.call;
      // Two calls of one answer under one id could not be told apart when their results come.
      const id = calls.get(event.call.id)?.whole === true ? `${event.call.id}_${calls.size + 1}` : event.call.id;
      const streamed = calls.get(id)?.arguments ?? '';
      calls.set(id, { name, arguments: text, whole: true });
      if (text.startsWith(streamed)) showCall(draught, id, streamed.length, text.slice(streamed.length), effects);
      return;
    }
    default:
      return assertNever(event);
  }
}

function showCall({ step, calls }: Draught, id: string, offset: number, text: string, effects: LoopEffects): void {
  const index = [...calls.keys()].indexOf(id);
  effects.live({ type: 'call', step, index, id, name: calls.get(id)?.name ?? '', offset, text });
}

function commitWhole(model: Model, draught: Draught, finish: Finish, effects: LoopEffects): ModelAnswer {
  const calls = [...draught.calls].map(([id, call]): ToolCall => ({ id, name: call.name, arguments: call.arguments }));
  const id = effects.newId();
  const body = messageBody(model, draught, calls, finish.reason);
  const usage: Draft = {
    id: effects.newId(),
    targetId: id,
    body: { kind: 'usage', model: model.id, tokens: finish.tokens, cost: finish.cost },
  };
  const appended = effects.append([{ id, body }, usage]);
  if (!appended.ok) return { type: 'ended', outcome: { status: 'failed', error: appended.error } };
  const shortfall = calls.length === 0 ? shortfallOf(body) : undefined;
  if (shortfall !== undefined) return { type: 'ended', outcome: { status: 'failed', error: shortfall } };
  return { type: 'message', id, body };
}

/** Why a whole answer without calls is still not what was asked for. */
function shortfallOf({ finish, text }: AssistantMessageBody): Failure | undefined {
  if (finish === 'length') {
    const message = 'The model reached its limit of output in the middle of the answer';
    return { code: 'answer_too_long', message, hint: 'Press Continue to let it go on' };
  }
  if (finish === 'content_filter') {
    const message = "The provider's content filter ended the answer";
    return { code: 'model_refused', message, hint: 'Word the request differently, or choose another model' };
  }
  if (text.trim() === '') {
    const hint = 'Press Continue to ask again, or choose another model';
    return { code: 'empty_answer', message: 'The model answered with nothing', hint };
  }
  return undefined;
}

/** Calls of an answer that broke off are not kept: nobody ran them, and the last may be half written. */
function commitPartial(
  model: Model,
  draught: Draught,
  partial: PartialReason,
  outcome: RunOutcome,
  effects: LoopEffects,
): ModelAnswer {
  if (draught.text === '' && draught.reasoning === '') return { type: 'ended', outcome };
  const body: AssistantMessageBody = { ...messageBody(model, draught, [], 'other'), partial };
  const appended = effects.append([{ id: effects.newId(), body }]);
  return { type: 'ended', outcome: appended.ok ? outcome : { status: 'failed', error: appended.error } };
}

function messageBody(
  model: Model,
  { step, text, reasoning, sentAt, firstTokenAt }: Draught,
  calls: readonly ToolCall[],
  finish: FinishReason,
): AssistantMessageBody {
  return { kind: 'assistant_message', step, model: model.id, text, reasoning, calls, finish, sentAt, firstTokenAt };
}

function plain({ code, message, hint }: ModelFailure): Failure {
  return hint === undefined ? { code, message } : { code, message, hint };
}
