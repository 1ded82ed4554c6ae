import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { isRecord } from '../../shared/lib/json.ts';
import type { TokenUsage } from '../../shared/run/token-usage.ts';
import type { FinishReason } from '../../shared/thread/entry.ts';
import type { ModelEvent } from '../agent/model.ts';

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

export function finishEvent({ finishReason, usage }: FinishPart, hasCalls: boolean): ModelEvent {
  const cost = costOf(usage.raw);
  const event = { type: 'finish' as const, reason: reasonOf(finishReason.unified, hasCalls), tokens: tokensOf(usage) };
  return cost === undefined ? event : { ...event, cost };
}

/** Some servers say `stop` beside calls; what came decides. */
function reasonOf(reason: FinishPart['finishReason']['unified'], hasCalls: boolean): FinishReason {
  switch (reason) {
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    case 'stop':
    case 'tool-calls':
      return hasCalls ? 'tool_calls' : 'stop';
    default:
      return hasCalls ? 'tool_calls' : 'other';
  }
}

function tokensOf({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): TokenUsage {
  const details = isRecord(raw?.prompt_tokens_details) ? raw.prompt_tokens_details : {};
  return {
    input: inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    cacheRead: inputTokens.cacheRead || (amount(raw?.prompt_cache_hit_tokens) ?? 0),
    cacheWrite: amount(details.cache_write_tokens) ?? 0,
    reasoning: outputTokens.reasoning ?? 0,
  };
}

/** OpenRouter and its kin tell the price of the call, in US dollars. */
function costOf(raw: LanguageModelV4Usage['raw']): number | undefined {
  return amount(raw?.cost);
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
