import type { Fold } from '../lib/fold.ts';
import type { Entry } from '../thread/entry.ts';
import type { TokenUsage } from './token-usage.ts';

/** The sum over model calls. */
export type UsageTotal = TokenUsage & {
  readonly calls: number;
  /** US dollars over the priced calls. */
  readonly cost: number;
  /** Calls whose price nobody told: with any of them, `cost` is not the whole cost. */
  readonly unpriced: number;
  /** The date of the newest price table that any of the cost is by. Absent: providers told it all. */
  readonly pricedOn?: string;
};

export const NO_USAGE: UsageTotal = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
  calls: 0,
  cost: 0,
  unpriced: 0,
};

export const usageFold: Fold<UsageTotal, Entry> = {
  init: NO_USAGE,
  step(total, entry) {
    // A copy was paid for where it comes from.
    if (entry.kind !== 'usage' || entry.copiedFrom !== undefined) return total;
    const { tokens, cost } = entry;
    const pricedOn = newer(total.pricedOn, entry.pricedOn);
    return {
      input: total.input + tokens.input,
      output: total.output + tokens.output,
      cacheRead: total.cacheRead + tokens.cacheRead,
      cacheWrite: total.cacheWrite + tokens.cacheWrite,
      reasoning: total.reasoning + tokens.reasoning,
      calls: total.calls + 1,
      // A sum without end could not be stored.
      cost: Math.min(total.cost + (cost ?? 0), Number.MAX_VALUE),
      unpriced: total.unpriced + (cost === undefined ? 1 : 0),
      ...(pricedOn === undefined ? {} : { pricedOn }),
    };
  },
};

/** The sum of two sums. */
export function addUsage(one: UsageTotal, other: UsageTotal): UsageTotal {
  const pricedOn = newer(one.pricedOn, other.pricedOn);
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    reasoning: one.reasoning + other.reasoning,
    calls: one.calls + other.calls,
    cost: Math.min(one.cost + other.cost, Number.MAX_VALUE),
    unpriced: one.unpriced + other.unpriced,
    ...(pricedOn === undefined ? {} : { pricedOn }),
  };
}

function newer(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
