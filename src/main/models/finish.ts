import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { isRecord, type Json } from '../../shared/lib/json.ts';
import { countedTokens, type TokenUsage } from '../../shared/run/token-usage.ts';
import type { FinishReason } from '../../shared/thread/entry.ts';
import type { ModelEvent } from '../agent/model.ts';
import type { ModelTarget } from './errors.ts';
import { priceOf, PRICES_DATE } from './prices.ts';

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

export function finishEvent(
  { finishReason, usage }: FinishPart,
  hasCalls: boolean,
  target: ModelTarget,
  providerData: Json | undefined,
): ModelEvent {
  const tokens = tokensOf(usage);
  return {
    type: 'finish',
    reason: reasonOf(finishReason, hasCalls),
    tokens,
    ...costOf(usage, target, tokens),
    ...(providerData === undefined ? {} : { providerData }),
  };
}

/** Some servers say `stop` beside calls; what came decides. A turn that only paused is none that has ended. */
function reasonOf({ unified, raw }: FinishPart['finishReason'], hasCalls: boolean): FinishReason {
  switch (unified) {
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    case 'stop':
    case 'tool-calls':
      if (hasCalls) return 'tool_calls';
      return raw === 'pause_turn' ? 'other' : 'stop';
    default:
      return hasCalls ? 'tool_calls' : 'other';
  }
}

function tokensOf({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): TokenUsage {
  const details = isRecord(raw?.prompt_tokens_details) ? raw.prompt_tokens_details : {};
  return countedTokens({
    input: inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    cacheRead: inputTokens.cacheRead || (amount(raw?.prompt_cache_hit_tokens) ?? 0),
    cacheWrite: inputTokens.cacheWrite ?? amount(details.cache_write_tokens) ?? 0,
    reasoning: outputTokens.reasoning ?? 0,
  });
}

/** OpenRouter and its kin tell the price of the call, in US dollars; for the others there is the table. */
function costOf(
  { raw }: LanguageModelV4Usage,
  target: ModelTarget,
  tokens: TokenUsage,
): { readonly cost?: number; readonly pricedOn?: string } {
  const told = amount(raw?.cost);
  if (told !== undefined) return { cost: told };
  // Without a count there is nothing to price: that is unknown, not free.
  const cost = tokens.input + tokens.output === 0 ? undefined : priceOf(target, tokens);
  return cost === undefined ? {} : { cost, pricedOn: PRICES_DATE };
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
