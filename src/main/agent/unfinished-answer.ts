import { assertNever } from '../../shared/lib/assert.ts';
import type { AssistantMessageBody, FinishReason } from '../../shared/thread/entry.ts';
import type { RequestRecord } from '../../shared/run/request-record.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { LoopEffects } from './effects.ts';
import type { Model, ModelEvent } from './model.ts';

/** A checkpoint is due when this much time has passed, or this much text has come, since the last one. */
const CHECKPOINT_MS = 2000;
const CHECKPOINT_CHARS = 16 * 1024;

/** An answer in the making. Mutable: it grows with every token. */
export type UnfinishedAnswer = {
  readonly step: number;
  readonly sentAt: number;
  readonly request?: RequestRecord;
  firstTokenAt?: number;
  /** When the first token of reasoning, and the first of anything after it, came. */
  reasoningAt?: number;
  reasonedAt?: number;
  text: string;
  reasoning: string;
  /** Calls by id, in order of their first piece: `whole` once the model has finished one. */
  readonly calls: Map<string, { name: string; arguments: string; whole: boolean }>;
  /** How much of it its checkpoint holds. */
  readonly saved: { at: number; parts: number; text: number; reasoning: number };
};

/** What an answer is made of. */
type Piece = Exclude<ModelEvent, { type: 'finish' | 'failed' }>;

export function beginAnswer(step: number, sentAt: number, request: RequestRecord | undefined): UnfinishedAnswer {
  return {
    step,
    sentAt,
    request,
    text: '',
    reasoning: '',
    calls: new Map(),
    saved: { at: sentAt, parts: 0, text: 0, reasoning: 0 },
  };
}

/** Takes in a piece of the answer: it grows, windows see it, and a checkpoint is made when one is due. */
export function grow(model: Model, answer: UnfinishedAnswer, event: Piece, effects: LoopEffects): void {
  const now = effects.now();
  answer.firstTokenAt ??= now;
  if (event.type === 'reasoning') answer.reasoningAt ??= now;
  else answer.reasonedAt ??= now;
  add(answer, event, effects);
  saveWhenDue(model, answer, now, effects);
}

function saveWhenDue(model: Model, answer: UnfinishedAnswer, now: number, effects: LoopEffects): void {
  const { saved } = answer;
  // Lengths only: cutting the texts up with every token would copy all of them each time.
  const chars = answer.text.length - saved.text + (answer.reasoning.length - saved.reasoning);
  if (chars === 0 || (now - saved.at < CHECKPOINT_MS && chars < CHECKPOINT_CHARS)) return;
  // A store that takes nothing is asked again when the next part is due, not with every token.
  saved.at = now;
  const text = answer.text.slice(saved.text);
  const reasoning = answer.reasoning.slice(saved.reasoning);
  const { step, sentAt, firstTokenAt } = answer;
  const part = { part: saved.parts, step, model: model.id, text, reasoning, sentAt, firstTokenAt };
  if (!effects.checkpoint(part)) return;
  saved.parts += 1;
  saved.text = answer.text.length;
  saved.reasoning = answer.reasoning.length;
}

function add(answer: UnfinishedAnswer, event: Piece, effects: LoopEffects): void {
  const { step, calls } = answer;
  switch (event.type) {
    case 'text':
    case 'reasoning':
      if (event.text === '') return;
      effects.live({ type: event.type, step, offset: answer[event.type].length, text: event.text });
      answer[event.type] += event.text;
      return;
    case 'call_delta': {
      const call = calls.get(event.id) ?? { name: event.name, arguments: '', whole: false };
      calls.set(event.id, call);
      showCall(answer, event.id, call.arguments.length, event.text, effects);
      call.arguments += event.text;
      return;
    }
    case 'call': {
      const { name, arguments: text } = event.call;
      // Two calls of one answer under one id could not be told apart when their results come.
      const id = freeId(event.call.id, calls);
      const streamed = calls.get(id)?.arguments ?? '';
      calls.set(id, { name, arguments: text, whole: true });
      if (text.startsWith(streamed)) showCall(answer, id, streamed.length, text.slice(streamed.length), effects);
      return;
    }
    default:
      return assertNever(event);
  }
}

function freeId(id: string, calls: UnfinishedAnswer['calls']): string {
  let free = id;
  for (let n = calls.size + 1; calls.get(free)?.whole === true; n += 1) free = `${id}_${n}`;
  return free;
}

function showCall(
  { step, calls }: UnfinishedAnswer,
  id: string,
  offset: number,
  text: string,
  effects: LoopEffects,
): void {
  const index = [...calls.keys()].indexOf(id);
  effects.live({ type: 'call', step, index, id, name: calls.get(id)?.name ?? '', offset, text });
}

/** The answer as an entry. `calls` are given apart: those of an answer that broke off are not kept. */
export function messageBody(
  model: Model,
  answer: UnfinishedAnswer,
  calls: readonly ToolCall[],
  finish: FinishReason,
): AssistantMessageBody {
  const { step, text, reasoning, sentAt, firstTokenAt, reasoningAt, reasonedAt, request } = answer;
  const reasonedMs =
    reasoningAt === undefined || reasonedAt === undefined ? undefined : Math.max(0, reasonedAt - reasoningAt);
  return {
    kind: 'assistant_message',
    step,
    model: model.id,
    text,
    reasoning,
    reasonedMs,
    calls,
    finish,
    sentAt,
    firstTokenAt,
    ...(request === undefined ? {} : { request }),
  };
}
