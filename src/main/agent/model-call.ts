import type { Draft } from '../../shared/thread/draft.ts';
import type { AssistantMessageBody, PartialReason } from '../../shared/thread/entry.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { assertNever } from '../../shared/lib/assert.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { untilAborted } from '../lib/abort.ts';
import { grow, messageBody, beginAnswer, type UnfinishedAnswer } from './unfinished-answer.ts';
import { stopOutcome, type LoopEffects, type RunOutcome } from './effects.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from './model.ts';
import { retryWait } from './retry.ts';
import { usageBody } from './usage-body.ts';

export type ModelAnswer =
  | { readonly type: 'message'; readonly id: string; readonly body: AssistantMessageBody }
  | { readonly type: 'ended'; readonly outcome: RunOutcome };

type Finish = Extract<ModelEvent, { type: 'finish' }>;

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
  const kept = effects.keepRequest(request);
  for (let attempt = 1; ; attempt += 1) {
    const answer = beginAnswer(step, effects.now(), kept);
    effects.live({ type: 'sent', step, at: answer.sentAt });
    const ending = await stream(model, request, answer, effects, signal);
    switch (ending.type) {
      case 'finish':
        return commitWhole(model, answer, ending.finish, effects);
      case 'aborted': {
        const outcome = stopOutcome(signal);
        return commitPartial(model, answer, partialReason(outcome), outcome, effects);
      }
      case 'failed': {
        const { error } = ending;
        const waitMs = answer.firstTokenAt === undefined ? retryWait(error, attempt, effects.random()) : undefined;
        if (waitMs === undefined) {
          const reason = error.code === 'stream_cut' ? 'cut' : 'failed';
          return commitPartial(model, answer, reason, { status: 'failed', error: plain(error) }, effects);
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
        const ready = await effects.ready(signal);
        if (!ready.ok) return { type: 'ended', outcome: { status: 'failed', error: ready.error } };
        if (signal.aborted) return { type: 'ended', outcome: stopOutcome(signal) };
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
  answer: UnfinishedAnswer,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Ending> {
  for await (const event of untilAborted(model.stream(request, signal), signal)) {
    if (signal.aborted) break;
    if (event.type === 'finish') return { type: 'finish', finish: event };
    if (event.type === 'failed') return { type: 'failed', error: event.error };
    grow(model, answer, event, effects);
  }
  if (signal.aborted) return { type: 'aborted' };
  const error = { code: 'stream_cut', message: 'The answer ended before the model had finished it', retryable: true };
  return { type: 'failed', error };
}

function commitWhole(model: Model, answer: UnfinishedAnswer, finish: Finish, effects: LoopEffects): ModelAnswer {
  const calls = [...answer.calls].map(([id, call]): ToolCall => ({ id, name: call.name, arguments: call.arguments }));
  const id = effects.newId();
  const whole = messageBody(model, answer, calls, finish.reason);
  const { providerData } = finish;
  const body = providerData === undefined ? whole : { ...whole, providerData };
  const usage: Draft = { id: effects.newId(), targetId: id, body: usageBody(model, finish) };
  const appended = effects.append([{ id, body }, usage]);
  if (!appended.ok) return { type: 'ended', outcome: { status: 'failed', error: appended.error } };
  const shortfall = calls.length === 0 ? shortfallOf(body) : undefined;
  if (shortfall !== undefined) return { type: 'ended', outcome: { status: 'failed', error: shortfall } };
  return { type: 'message', id, body };
}

function partialReason({ status }: RunOutcome): PartialReason {
  return status === 'failed' || status === 'interrupted' ? status : 'stopped';
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
  answer: UnfinishedAnswer,
  partial: PartialReason,
  outcome: RunOutcome,
  effects: LoopEffects,
): ModelAnswer {
  if (answer.text === '' && answer.reasoning === '') {
    const { request } = answer;
    const failed = outcome.status === 'failed' && request !== undefined;
    return { type: 'ended', outcome: failed ? { ...outcome, request } : outcome };
  }
  const body: AssistantMessageBody = { ...messageBody(model, answer, [], 'other'), partial };
  const appended = effects.append([{ id: effects.newId(), body }]);
  return { type: 'ended', outcome: appended.ok ? outcome : { status: 'failed', error: appended.error } };
}

function plain({ code, message, hint }: ModelFailure): Failure {
  return hint === undefined ? { code, message } : { code, message, hint };
}
