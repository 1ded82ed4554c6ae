import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelRequest } from '../agent/model.ts';

/** What the stream adapter needs to know of one kind of provider. */
export type Provider = {
  readonly model: LanguageModelV4;
  /** `replay`: whether what the provider asked back of earlier answers is sent along. */
  readonly callOptions: (request: ModelRequest, replay: boolean) => LanguageModelV4CallOptions;
};

/** What every kind makes its model of. */
export type ProviderParts = {
  /** Without a slash at its end, and without a query. */
  readonly baseUrl: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly apiKey: string | undefined;
  readonly modelName: string;
  readonly fetch: typeof fetch;
};

/** The effort that the AI SDK maps to what each provider takes. Absent: the provider's own default. */
export function reasoningOption({ reasoning }: ModelRequest): LanguageModelV4CallOptions['reasoning'] {
  return reasoning === 'off' ? 'none' : reasoning;
}
