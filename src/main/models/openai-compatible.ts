import {
  APICallError,
  TypeValidationError,
  type LanguageModelV4,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isRecord } from '../../shared/lib/json.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../agent/model.ts';
import { aborted } from './aborted.ts';
import { hostOf, httpFailure, keyFailure, streamCut, streamFailure, type Target } from './errors.ts';
import { finishEvent } from './finish.ts';
import { brokenStream, networkFailure } from './network-errors.ts';
import { promptOf, sdkTool } from './prompt.ts';
import { requireStream, UnexpectedAnswer } from './require-stream.ts';

export type OpenAiCompatibleOptions = {
  /** `<address>/<name>`. */
  readonly id: string;
  /** For example `http://127.0.0.1:11434/v1`; a query is sent along with each request. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** As the server knows it. */
  readonly modelName: string;
  readonly fetch?: typeof fetch;
  /** Ms since the epoch. */
  readonly now?: () => number;
};

/** A model behind any address that speaks OpenAI's chat completions. It never retries by itself. */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): Model {
  const { id, baseUrl, modelName, now = Date.now } = options;
  const target: Target = { baseUrl, apiKey: options.apiKey?.trim(), modelName };
  const model = sdkModel(target, modelName, options.fetch ?? fetch);
  return { id, stream: (request, signal) => streamAnswer(model, target, now, request, signal) };
}

function sdkModel(target: Target, modelName: string, fetch: typeof globalThis.fetch): LanguageModelV4 {
  const [base = '', query] = target.baseUrl.split('?', 2);
  const provider = createOpenAICompatible({
    name: 'runlight',
    baseURL: base.replace(/\/+$/, ''),
    apiKey: target.apiKey,
    queryParams: query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query)),
    includeUsage: true,
    fetch: requireStream(fetch),
  });
  return provider.chatModel(modelName);
}

async function* streamAnswer(
  model: LanguageModelV4,
  target: Target,
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
    const { stream } = await model.doStream({
      prompt: promptOf(request),
      tools: request.tools.map(sdkTool),
      abortSignal: signal,
    });
    reader = stream.getReader();
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

async function* readAnswer(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  target: Target,
  now: () => number,
): AsyncGenerator<ModelEvent> {
  const names = new Map<string, string>();
  // Calls are whole only once the finish says so: a stream that is cut yields them as well, with half their arguments.
  const calls: ToolCall[] = [];
  for (;;) {
    const { done, value: part } = await reader.read();
    if (done) break;
    switch (part.type) {
      case 'text-delta':
        yield { type: 'text', text: part.delta };
        break;
      case 'reasoning-delta':
        yield { type: 'reasoning', text: part.delta };
        break;
      case 'tool-input-start':
        names.set(part.id, part.toolName);
        yield { type: 'call_delta', id: part.id, name: part.toolName, text: '' };
        break;
      case 'tool-input-delta':
        yield { type: 'call_delta', id: part.id, name: names.get(part.id) ?? '', text: part.delta };
        break;
      case 'tool-call':
        calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
        break;
      case 'error':
        yield { type: 'failed', error: partFailure(part.error, target, now()) };
        return;
      case 'finish':
        if (part.finishReason.raw === 'error') break;
        for (const call of calls) yield { type: 'call', call };
        yield finishEvent(part, calls.length > 0);
        return;
      default:
    }
  }
  yield { type: 'failed', error: streamCut(target) };
}

/** An error before the first part. */
function startFailure(error: unknown, target: Target, now: number): ModelFailure {
  if (error instanceof UnexpectedAnswer) {
    if (error.value !== undefined) return streamFailure(error.value, target, now);
    return {
      code: 'model_unreachable',
      message: `${hostOf(target)} answered with a page instead of a model's answer`,
      hint: 'Check the address in Settings → Model addresses: most end with /v1',
      retryable: false,
    };
  }
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return networkFailure(error, target);
  const { statusCode: status, responseHeaders: headers = {}, responseBody: body = '' } = error;
  return status < 400 ? brokenStream(error, target) : httpFailure({ status, headers, body }, target, now);
}

/** An error part: the server's own error object, or what the SDK could not read. */
function partFailure(error: unknown, target: Target, now: number): ModelFailure {
  if (TypeValidationError.isInstance(error)) {
    const { value } = error;
    if (isRecord(value) && 'error' in value) return streamFailure(value, target, now);
  }
  if (!(error instanceof Error)) return streamFailure(error, target, now);
  return error.name === 'AI_InvalidResponseDataError'
    ? streamCut(target)
    : streamCut(target, `${hostOf(target)} sent a piece of an answer that cannot be read`);
}
