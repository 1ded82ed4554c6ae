import type { FinishReason } from '../../shared/thread/entry.ts';
import type { TokenUsage } from '../../shared/run/token-usage.ts';
import type { Message } from '../../shared/thread/message.ts';
import type { ModelFailure, ModelRequest } from '../agent/model.ts';

export type ScriptedCall = {
  readonly name: string;
  /** An object is sent as JSON; a text is sent as it is, which may be no JSON at all. */
  readonly arguments: object | string;
};

/** What the model does when it is asked once: in this order. */
export type ScriptedAnswer = {
  /** Ms before the first token. */
  readonly wait?: number;
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Fails instead of finishing; whatever the answer says comes before. */
  readonly failure?: ModelFailure;
  /** Unless what the answer holds tells it right: `tool_calls` with calls, else `stop`. */
  readonly finish?: FinishReason;
  /** Unless an estimate from the lengths of the texts will do. */
  readonly tokens?: TokenUsage;
  readonly cost?: number;
};

/** A function sees what the model was asked. */
export type ScriptedStep = ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer);

export type Scenario = {
  readonly steps: readonly ScriptedStep[];
  /** Said whenever the steps are over. */
  readonly after?: string;
};

const OVER = 'This is a scripted model, and its script is over.';

/** What answers a request, and the index of its step in the script; after the last step they count on. */
export function answerFor(
  scenario: Scenario,
  request: ModelRequest,
): { readonly index: number; readonly answer: ScriptedAnswer } {
  const index = stepsPlayed(scenario, request);
  return { index, answer: answerAt(scenario, index, request) };
}

function answerAt({ steps, after = OVER }: Scenario, index: number, request: ModelRequest): ScriptedAnswer {
  const step = steps[index];
  if (step === undefined) return { text: after };
  return typeof step === 'function' ? step(request) : step;
}

/**
 * The request alone tells how far the script is, so that it goes on rightly after a stop, a restart or on another
 * branch. An answer with calls was played when its calls are there. One without was played when its whole text is there:
 * an answer that was stopped half-way is given again.
 */
function stepsPlayed(scenario: Scenario, request: ModelRequest): number {
  let played = 0;
  for (const [at, message] of request.messages.entries()) {
    if (message.role !== 'assistant') continue;
    const asked = { ...request, messages: request.messages.slice(0, at) };
    if (message.toolCalls.length > 0 || saidWhole(message, answerAt(scenario, played, asked))) played += 1;
  }
  return played;
}

function saidWhole(message: Extract<Message, { role: 'assistant' }>, answer: ScriptedAnswer): boolean {
  return answer.calls === undefined && answer.failure === undefined && message.text === (answer.text ?? '');
}
