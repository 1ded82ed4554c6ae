import { createAnthropic } from '@ai-sdk/anthropic';
import { OWN_BASE_URL } from '../../../shared/models/provider-kind.ts';
import type { ModelRequest } from '../../agent/model.ts';
import { withCacheMarkers } from '../cache-markers.ts';
import { promptOf, sdkTool } from '../prompt.ts';
import { reasoningOption, type Provider, type ProviderParts } from '../provider.ts';

/** The API wants a limit of output. This is within what every current model allows; the SDK lowers it for older ones. */
const MAX_OUTPUT_TOKENS = 64_000;

/** Models that reason unless told otherwise, and keep it to themselves unless asked to show it. */
const REASONS_BY_ITSELF = /claude-[a-z]+-5(?:-|$)/;

/** Anthropic's messages API. */
export function anthropicProvider({ baseUrl, apiKey, modelName, fetch }: ProviderParts): Provider {
  // Without a key of ours, none: the SDK would take one from the environment and send it anywhere.
  const provider = createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch });
  const reader = { kind: 'anthropic', modelName } as const;
  return {
    model: provider.languageModel(modelName),
    callOptions(request, replay) {
      const { prompt, tools } = withCacheMarkers(promptOf(request, { ...reader, replay }), request.tools.map(sdkTool));
      return {
        prompt,
        tools,
        reasoning: reasoningOption(request),
        maxOutputTokens: modelName.includes('claude-') ? MAX_OUTPUT_TOKENS : undefined,
        providerOptions: {
          // Gateways know the API's lasting part, not each field that its own host takes.
          anthropic: { toolStreaming: baseUrl === OWN_BASE_URL.anthropic, ...thinking(modelName, request) },
        },
      };
    },
  };
}

/** With an effort chosen the SDK asks for summaries by itself. */
function thinking(modelName: string, { reasoning }: ModelRequest) {
  if (reasoning !== undefined || !REASONS_BY_ITSELF.test(modelName)) return {};
  return { thinking: { type: 'adaptive', display: 'summarized' } };
}
