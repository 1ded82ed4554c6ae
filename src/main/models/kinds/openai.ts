import { createOpenAI } from '@ai-sdk/openai';
import { promptOf, sdkTool } from '../prompt.ts';
import { reasoningOption, type Provider, type ProviderParts } from '../provider.ts';

/** OpenAI's responses API. Nothing is stored there: reasoning comes encrypted, and goes back so. */
export function openAiProvider({ baseUrl, apiKey, modelName, fetch }: ProviderParts): Provider {
  const provider = createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch });
  const reader = { kind: 'openai', modelName } as const;
  return {
    model: provider.responses(modelName),
    callOptions: (request, replay) => ({
      prompt: promptOf(request, { ...reader, replay }),
      tools: request.tools.map(sdkTool),
      reasoning: reasoningOption(request),
      providerOptions: { openai: { store: false, strictJsonSchema: false } },
    }),
  };
}
