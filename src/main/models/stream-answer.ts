import {
  APICallError,
  TypeValidationError,
  UnsupportedFunctionalityError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { isRecord } from '../../shared/lib/json.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { ModelEvent, ModelFailure, ModelRequest } from '../agent/model.ts';
import { pace } from '../lib/pace.ts';
import { aborted } from './aborted.ts';
import {
  addressToCheck,
  hostOf,
  httpFailure,
  keyFailure,
  streamCut,
  streamFailure,
  type ModelTarget,
} from './errors.ts';
import { finishEvent } from './finish.ts';
import { brokenStream, networkFailure } from './network-errors.ts';
import { collectProviderData } from './provider-data.ts';
import type { Provider } from './provider.ts';
import { UnexpectedAnswer } from './require-stream.ts';

/** One answer of any provider, as events. */
export async function* streamAnswer(
  provider: Provider,
  target: ModelTarget,
  now: () => number,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const badKey = keyFailure(target);
  if (badKey !== undefined) {
    yield { type: 'failed', error: badKey };
    return;
  }
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
  try {
    reader = await beginAnswer(provider, request, signal);
  } catch (error) {
    yield { type: 'failed', error: signal.aborted ? aborted() : startFailure(error, target, now()) };
    return;
  }
  try {
    yield* readAnswer(reader, target, now);
  } catch (error) {
    yield { type: 'failed', error: signal.aborted ? aborted() : brokenStream(error, target) };
  } finally {
    // Lets the connection go when the reading ended early; a stream that broke has nothing left to let go.
    reader.cancel().catch(() => undefined);
  }
}

/** In what providers refuse of what they asked back: a thread whose beginning changed, or that moved to another account. */
const REFUSED_BACK = /thinking|thought|signature|encrypted/i;
/** OpenAI shows what a model reasons only to organisations that it has verified. */
const NO_SUMMARY = /verified to generate reasoning summaries/i;

/** Asks a second time, with less, where a provider refuses something that the answer does not depend on. */
async function beginAnswer(
  { model, callOptions }: Provider,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
  const begin = async (options: LanguageModelV4CallOptions) => {
    const { stream } = await model.doStream({ ...options, abortSignal: signal });
    return stream.getReader();
  };
  try {
    return await begin(callOptions(request, true));
  } catch (error) {
    const said = badRequest(error);
    if (NO_SUMMARY.test(said)) return begin(withoutSummary(callOptions(request, true)));
    const replays = request.messages.some((message) => 'providerData' in message);
    if (replays && REFUSED_BACK.test(said)) return begin(callOptions(request, false));
    throw error;
  }
}

/** The body of an answer of status 400; empty for any other failure. */
function badRequest(error: unknown): string {
  return APICallError.isInstance(error) && error.statusCode === 400 ? (error.responseBody ?? '') : '';
}

function withoutSummary(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { providerOptions } = options;
  return { ...options, providerOptions: { openai: { ...providerOptions?.['openai'], reasoningSummary: null } } };
}

async function* readAnswer(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  target: ModelTarget,
  now: () => number,
): AsyncGenerator<ModelEvent> {
  const names = new Map<string, string>();
  // Calls are whole only once the finish says so: a stream that is cut yields them as well, with half their arguments.
  const calls: ToolCall[] = [];
  const back = collectProviderData(target.kind, target.modelName);
  // A server that sends faster than anyone can read would have the loop to itself.
  const { breathe } = pace(performance.now.bind(performance));
  for (;;) {
    await breathe();
    const { done, value: part } = await reader.read();
    if (done) break;
    switch (part.type) {
      case 'text-start':
      case 'text-end':
        back.add('text', part.id, 0, part.providerMetadata);
        break;
      case 'text-delta':
        back.add('text', part.id, part.delta.length, part.providerMetadata);
        yield { type: 'text', text: part.delta };
        break;
      case 'reasoning-start':
      case 'reasoning-end':
        back.add('reasoning', part.id, 0, part.providerMetadata);
        break;
      case 'reasoning-delta':
        back.add('reasoning', part.id, part.delta.length, part.providerMetadata);
        yield { type: 'reasoning', text: part.delta };
        break;
      case 'tool-input-start':
        names.set(part.id, part.toolName);
        back.add('call', part.id, 0, undefined);
        yield { type: 'call_delta', id: part.id, name: part.toolName, text: '' };
        break;
      case 'tool-input-delta':
        yield { type: 'call_delta', id: part.id, name: names.get(part.id) ?? '', text: part.delta };
        break;
      case 'tool-call':
        calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
        back.add('call', part.toolCallId, 0, part.providerMetadata);
        break;
      case 'error':
        yield { type: 'failed', error: partFailure(part.error, target, now()) };
        return;
      case 'finish': {
        const { unified, raw } = part.finishReason;
        if (unified === 'error' || unified === 'interrupted' || raw === 'error') {
          yield { type: 'failed', error: streamCut(target, unfinished(target, raw)) };
          return;
        }
        for (const call of calls) yield { type: 'call', call };
        yield finishEvent(part, calls.length > 0, target, back.result());
        return;
      }
      default:
    }
  }
  yield { type: 'failed', error: streamCut(target) };
}

/** Why an answer ended early, when the provider gave it a name of its own: `MALFORMED_FUNCTION_CALL`. */
function unfinished(target: ModelTarget, raw: string | undefined): string | undefined {
  return raw === undefined || raw === 'error' ? undefined : `${hostOf(target)} broke off its answer (${raw})`;
}

/** An error before the first part. */
function startFailure(error: unknown, target: ModelTarget, now: number): ModelFailure {
  if (error instanceof UnexpectedAnswer) {
    if (error.value !== undefined) return streamFailure(error.value, target, now);
    return {
      code: 'model_unreachable',
      message: `${hostOf(target)} answered with a page instead of a model's answer`,
      hint: `Check ${addressToCheck(target)}`,
      retryable: false,
    };
  }
  if (UnsupportedFunctionalityError.isInstance(error)) {
    return {
      code: 'model_bad_request',
      message: `${target.modelName} cannot be sent this: ${error.functionality}`,
      hint: 'Leave the attachment out, or choose a model of another provider',
      retryable: false,
    };
  }
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return networkFailure(error, target);
  const { statusCode: status, responseHeaders: headers = {}, responseBody: body = '' } = error;
  return status < 400 ? brokenStream(error, target) : httpFailure({ status, headers, body }, target, now);
}

/** An error part: the server's own error object, or what the SDK could not read. */
function partFailure(error: unknown, target: ModelTarget, now: number): ModelFailure {
  if (TypeValidationError.isInstance(error)) {
    const { value } = error;
    if (isRecord(value) && 'error' in value) return streamFailure(value, target, now);
  }
  // The SDK puts what the server said into `data`, beside a status that it has only guessed.
  if (!(error instanceof Error))
    return streamFailure(isRecord(error) && 'data' in error ? error.data : error, target, now);
  return error.name === 'AI_InvalidResponseDataError'
    ? streamCut(target)
    : streamCut(target, `${hostOf(target)} sent a piece of an answer that cannot be read`);
}
