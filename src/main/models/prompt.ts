import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';
import { assertNever } from '../../shared/lib/assert.ts';
import { isRecord, parseJson } from '../../shared/lib/json.ts';
import type { ProviderKind } from '../../shared/models/provider-kind.ts';
import { isText } from '../../shared/thread/attachment.ts';
import type { AssistantMessage, Message, UserMessage } from '../../shared/thread/message.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { ModelRequest, ToolSchema } from '../agent/model.ts';
import { replayedParts } from './provider-data.ts';

/** Who reads the prompt. `replay`: whether what it asked back of its earlier answers is sent along. */
export type Reader = { readonly kind: ProviderKind; readonly modelName: string; readonly replay: boolean };

/** A request as the AI SDK takes it. Earlier reasoning stays out, but for what the provider itself wants back. */
export function promptOf(request: ModelRequest, reader: Reader): LanguageModelV4Message[] {
  const { instructions, messages, attachment } = request;
  const prompt = messages.map((message) => promptMessage(message, attachment, reader));
  return instructions.trim() === '' ? prompt : [{ role: 'system', content: clean(instructions) }, ...prompt];
}

export function sdkTool({ name, description, parameters }: ToolSchema): LanguageModelV4FunctionTool {
  return { type: 'function', name, description, inputSchema: parameters as LanguageModelV4FunctionTool['inputSchema'] };
}

function promptMessage(
  message: Message,
  attachment: ModelRequest['attachment'],
  reader: Reader,
): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: userParts(message, attachment) };
    case 'assistant':
      return { role: 'assistant', content: assistantParts(message, reader) };
    case 'tool': {
      const { toolCallId, toolName, content, isError } = message;
      const output = { type: isError ? ('error-text' as const) : ('text' as const), value: clean(content) };
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
    default:
      return assertNever(message);
  }
}

type UserParts = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

/** The words, then what goes along: text as text, whose name tells the model what it is, and anything else as a file. */
function userParts({ content, attachments = [] }: UserMessage, bytesOf: ModelRequest['attachment']): UserParts {
  const files = attachments.map((file): UserParts[number] => {
    const { id, name, mediaType } = file;
    const bytes = bytesOf?.(id);
    if (bytes === undefined) return { type: 'text', text: `(The attached file ${name} is not there any more.)` };
    if (!isText(mediaType)) return { type: 'file', data: { type: 'data', data: bytes }, mediaType, filename: name };
    const text = new TextDecoder().decode(bytes);
    return { type: 'text', text: `Attached file ${name}:\n\n${clean(text)}` };
  });
  return [{ type: 'text', text: clean(content) }, ...files];
}

type AssistantParts = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

function assistantParts(message: AssistantMessage, { kind, modelName, replay }: Reader): AssistantParts {
  const { text, toolCalls } = message;
  const calls = toolCalls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.name,
    input: sendableArguments(call, kind),
  }));
  const replayed = replay ? replayedParts(message, kind, modelName) : undefined;
  if (replayed === undefined) return [...(text === '' ? [] : [{ type: 'text' as const, text: clean(text) }]), ...calls];
  const rest = calls.values();
  return replayed.flatMap((part): AssistantParts => {
    const providerOptions = part.data;
    if (part.type !== 'call') return [{ type: part.type, text: clean(part.text), providerOptions }];
    const call = rest.next();
    return call.done === true ? [] : [{ ...call.value, providerOptions }];
  });
}

/**
 * Arguments go back as the model wrote them when they are a JSON object. Servers parse them, and many refuse a whole
 * request over anything else: then an object carries the text, so that the model still sees what it wrote. Only chat
 * completions carry arguments as text; the other APIs want the object.
 */
function sendableArguments({ arguments: text }: ToolCall, kind: ProviderKind): unknown {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  if (!isRecord(value)) return { invalid_json: clean(text) };
  return kind === 'openai-compatible' ? clean(text) : value;
}

/** Half a surrogate pair, as cutting a text leaves it, is no valid UTF-8: strict servers refuse the request. */
function clean(text: string): string {
  return text.toWellFormed();
}
