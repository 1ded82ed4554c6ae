import { countedTokens } from '../../shared/run/token-usage.ts';
import type { UsageBody } from '../../shared/thread/entry.ts';
import type { Model, ModelEvent } from './model.ts';

/** What a model call took, as it is kept: counts and cost may be any number that a server or people's code says. */
export function usageBody(model: Model, finish: Extract<ModelEvent, { type: 'finish' }>): UsageBody {
  const { pricedOn } = finish;
  const tokens = countedTokens(finish.tokens);
  const cost = Number.isFinite(finish.cost) && Number(finish.cost) >= 0 ? finish.cost : undefined;
  return { kind: 'usage', model: model.id, tokens, cost, ...(pricedOn === undefined ? {} : { pricedOn }) };
}
