import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelRequest } from '../../agent/model.ts';
import { promptOf, sdkTool } from '../prompt.ts';
import { reasoningOption, type Provider, type ProviderParts } from '../provider.ts';

const NAME = 'runlight';

/** OpenAI's chat completions, which nearly every server speaks. */
export function openAiCompatibleProvider({ baseUrl, query, apiKey, modelName, fetch }: ProviderParts): Provider {
  const provider = createOpenAICompatible({
    name: NAME,
    baseURL: baseUrl,
    apiKey,
    queryParams: query,
    includeUsage: true,
    fetch,
  });
  const reader = { kind: 'openai-compatible', modelName } as const;
  const isOpenRouter = URL.parse(baseUrl)?.hostname === OPENROUTER_HOST;
  return {
    model: provider.chatModel(modelName),
    callOptions: (request, replay) => ({
      prompt: promptOf(request, { ...reader, replay }),
      tools: request.tools.map(sdkTool),
      ...(isOpenRouter ? openRouterReasoning(request) : { reasoning: reasoningOption(request) }),
    }),
  };
}

const OPENROUTER_HOST = 'openrouter.ai';

/** OpenRouter has an object of its own where the others have `reasoning_effort`. */
function openRouterReasoning(request: ModelRequest) {
  const effort = reasoningOption(request);
  return effort === undefined ? {} : { providerOptions: { [NAME]: { reasoning: { effort } } } };
}
