import { createGoogle } from '@ai-sdk/google';
import type { ModelRequest } from '../../agent/model.ts';
import { promptOf, sdkTool } from '../prompt.ts';
import { reasoningOption, type Provider, type ProviderParts } from '../provider.ts';

/** Models that can show a summary of what they think. */
const SHOWS_THOUGHTS = /^gemini-(?:2\.5|[3-9])/;

/** Google's Gemini API. */
export function googleProvider({ baseUrl, apiKey, modelName, fetch }: ProviderParts): Provider {
  const provider = createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch });
  const reader = { kind: 'google', modelName } as const;
  return {
    model: provider.languageModel(modelName),
    callOptions: (request, replay) => ({
      prompt: promptOf(request, { ...reader, replay }),
      tools: request.tools.map(sdkTool),
      reasoning: reasoningOption(request),
      providerOptions: SHOWS_THOUGHTS.test(modelName) ? { google: thoughts(request) } : undefined,
    }),
  };
}

function thoughts({ reasoning }: ModelRequest) {
  return { thinkingConfig: { includeThoughts: reasoning !== 'off' } };
}
