import type { TokenUsage } from '../../shared/run/token-usage.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { Model, ModelEvent, ModelRequest } from '../agent/model.ts';
import { aborted } from './aborted.ts';
import { answerFor, type Scenario, type ScriptedAnswer } from './scenario.ts';

/** Ends after `ms`, or early, without an error, when `signal` aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export type ScriptedOptions = {
  readonly id: string;
  readonly scenario: Scenario;
  /** Tokens that it says it can read. */
  readonly contextWindow?: number;
  /** Words per second. Without a pace everything comes at once, and nothing waits. */
  readonly pace?: { readonly wordsPerSecond: number; readonly sleep: Sleep };
};

/** So many characters of a call's arguments come at once, as a word of text does. */
const ARGUMENTS_PIECE = 36;

/** Plays a scenario as a provider would answer: word by word, with calls in pieces, and usage at the end. */
export function scriptedModel({ id, scenario, contextWindow, pace }: ScriptedOptions): Model {
  return { id, contextWindow, stream: (request, signal) => play(scenario, pace, request, signal) };
}

async function* play(
  scenario: Scenario,
  pace: ScriptedOptions['pace'],
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { index, answer } = answerFor(scenario, request);
  const calls = (answer.calls ?? []).map(
    (call, at): ToolCall => ({
      id: `call_${index + 1}_${at + 1}`,
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    }),
  );
  if (!(await pause(answer.wait ?? 0, pace, signal))) {
    yield { type: 'failed', error: aborted() };
    return;
  }
  for (const event of pieces(answer, calls)) {
    const ms = event.type === 'call' || pace === undefined ? 0 : 1000 / pace.wordsPerSecond;
    if (!(await pause(ms, pace, signal))) {
      yield { type: 'failed', error: aborted() };
      return;
    }
    yield event;
  }
  yield signal.aborted ? { type: 'failed', error: aborted() } : ending(answer, calls, request);
}

/** Whether to go on. */
async function pause(ms: number, pace: ScriptedOptions['pace'], signal: AbortSignal): Promise<boolean> {
  if (pace !== undefined && ms > 0 && !signal.aborted) await pace.sleep(ms, signal);
  return !signal.aborted;
}

function* pieces({ reasoning = '', text = '' }: ScriptedAnswer, calls: readonly ToolCall[]): Generator<ModelEvent> {
  for (const word of words(reasoning)) yield { type: 'reasoning', text: word };
  for (const word of words(text)) yield { type: 'text', text: word };
  for (const call of calls) {
    const { id, name, arguments: json } = call;
    for (let at = 0; at < json.length; at += ARGUMENTS_PIECE) {
      yield { type: 'call_delta', id, name, text: json.slice(at, at + ARGUMENTS_PIECE) };
    }
    yield { type: 'call', call };
  }
}

/** Each with the space around it, so that they add up to the text. */
function words(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? [];
}

function ending(answer: ScriptedAnswer, calls: readonly ToolCall[], request: ModelRequest): ModelEvent {
  if (answer.failure !== undefined) return { type: 'failed', error: answer.failure };
  const reason = answer.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const event = { type: 'finish' as const, reason, tokens: answer.tokens ?? estimate(answer, calls, request) };
  return answer.cost === undefined ? event : { ...event, cost: answer.cost };
}

/** What a provider would count, roughly: a token is about four characters. */
function estimate(
  { reasoning = '', text = '' }: ScriptedAnswer,
  calls: readonly ToolCall[],
  request: ModelRequest,
): TokenUsage {
  const thought = Math.ceil(reasoning.length / 4);
  const written = calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, text.length);
  return {
    input: Math.ceil(JSON.stringify(request).length / 4),
    output: thought + Math.ceil(written / 4),
    cacheRead: 0,
    cacheWrite: 0,
    reasoning: thought,
  };
}
