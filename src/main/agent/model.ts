import type { Json } from '../../shared/lib/json.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { FinishReason } from '../../shared/thread/entry.ts';
import type { Message } from '../../shared/thread/message.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { TokenUsage } from '../../shared/run/token-usage.ts';

/** A tool as the model is told of it. */
export type ToolSchema = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object. */
  readonly parameters: object;
};

export type ModelRequest = {
  readonly instructions: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
  /** The bytes of an attachment of these messages; `undefined` when they are gone. */
  readonly attachment?: (id: string) => Uint8Array | undefined;
  /** How much the model reasons before it answers, as far as it lets itself be told. Absent: as it does by itself. */
  readonly reasoning?: 'off' | 'low' | 'medium' | 'high';
};

/** Why a model call came to nothing. */
export type ModelFailure = Failure & {
  /** Whether the same request may succeed later: rate limits, overload, broken connections. */
  readonly retryable: boolean;
  /** How long the provider asked to wait, in ms. */
  readonly retryAfterMs?: number;
};

/** A stream ends with exactly one `finish` or `failed`. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A piece of a call's arguments. Calls are told apart by `id`; their order is that of their first piece. */
  | { readonly type: 'call_delta'; readonly id: string; readonly name: string; readonly text: string }
  /** A whole call. It may come with or without deltas before it. */
  | { readonly type: 'call'; readonly call: ToolCall }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly tokens: TokenUsage;
      /** US dollars: as the provider says, else by the price table. Absent: nobody knows. */
      readonly cost?: number;
      /** The date of the price table that the cost is by. */
      readonly pricedOn?: string;
      /** See `AssistantMessage.providerData`. */
      readonly providerData?: Json;
    }
  | { readonly type: 'failed'; readonly error: ModelFailure };

export type Model = {
  /** `<address>/<name>`. */
  readonly id: string;
  /** Tokens that it can read and write in one request. Absent: nobody knows. */
  readonly contextWindow?: number;
  /** Never throws: failures are the last event. After `signal` aborts it ends soon, in whatever way. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
};
