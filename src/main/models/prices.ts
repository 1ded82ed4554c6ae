import type { TokenUsage } from '../../shared/run/token-usage.ts';
import { knownOf, type Maker, type ModelPlace } from './makers.ts';

/** When the table below was last compared with what the providers publish. */
export const PRICES_DATE = '2026-11-05';

/** US dollars per million tokens. */
type Rates = {
  readonly input: number;
  readonly output: number;
  /** Input that came from the provider's cache. */
  readonly cacheRead: number;
  /** Input that went into it; as other input where writing costs nothing extra. */
  readonly cacheWrite: number;
};

type Price = Rates & {
  /** What every token of a request costs whose input is longer than `above`. */
  readonly long?: Rates & { readonly above: number };
};

/** Standard rates of the makers' own APIs. Models with rates that are announced to change are left out: unpriced. */
const PRICES: { readonly [K in Maker]: { readonly [model: string]: Price } } = {
  anthropic: {
    'claude-fable-5-1': rates(10, 50, 0.25, 12.5),
    'claude-opus-5-5': rates(4, 20, 0.2, 5),
    'claude-opus-5': rates(5, 25, 0.5, 6.25),
    'claude-opus-4-8': rates(5, 25, 0.5, 6.25),
    'claude-opus-4-7': rates(5, 25, 0.5, 6.25),
    'claude-opus-4-6': rates(5, 25, 0.5, 6.25),
    'claude-opus-4-5': rates(5, 25, 0.5, 6.25),
    'claude-opus-4-1': rates(15, 75, 1.5, 18.75),
    'claude-sonnet-5-5': rates(2, 10, 0.1, 2.5),
    'claude-sonnet-5': rates(2, 10, 0.2, 2.5),
    'claude-sonnet-4-6': rates(3, 15, 0.3, 3.75),
    'claude-sonnet-4-5': rates(3, 15, 0.3, 3.75),
    'claude-haiku-5-5': { ...rates(0.1, 0.5, 0.01, 0.125), long: { above: 100_000, ...rates(0.5, 2.5, 0.05, 0.625) } },
    'claude-haiku-4-5': rates(1, 5, 0.1, 1.25),
  },
  openai: {
    'gpt-6.1-sol': { ...rates(2, 10, 0.1, 2.5), long: { above: 272_000, ...rates(4, 15, 0.2, 5) } },
    'gpt-6.1-terra': { ...rates(1, 5, 0.05, 1.25), long: { above: 272_000, ...rates(2, 7.5, 0.1, 2.5) } },
    'gpt-6-sol': { ...rates(2, 10, 0.2, 2.5), long: { above: 272_000, ...rates(4, 15, 0.4, 5) } },
    'gpt-6-luna': { ...rates(0.1, 0.5, 0.01, 0.125), long: { above: 272_000, ...rates(0.2, 0.75, 0.02, 0.25) } },
    'gpt-5.2': rates(1.75, 14, 0.175),
    'gpt-5.1': rates(1.25, 10, 0.125),
    'gpt-5': rates(1.25, 10, 0.125),
    'gpt-5-mini': rates(0.25, 2, 0.025),
    'gpt-5-nano': rates(0.05, 0.4, 0.005),
    'gpt-4.1': rates(2, 8, 0.5),
    'gpt-4.1-mini': rates(0.4, 1.6, 0.1),
    'gpt-4.1-nano': rates(0.1, 0.4, 0.025),
    'gpt-4o': rates(2.5, 10, 1.25),
    'gpt-4o-mini': rates(0.15, 0.6, 0.075),
    o3: rates(2, 8, 0.5),
    'o4-mini': rates(1.1, 4.4, 0.275),
  },
  google: {
    'gemini-3.1-pro-preview': { ...rates(2, 12, 0.2), long: { above: 200_000, ...rates(4, 18, 0.4) } },
    'gemini-3-pro-preview': { ...rates(2, 12, 0.2), long: { above: 200_000, ...rates(4, 18, 0.4) } },
    'gemini-3-flash-preview': rates(0.5, 3, 0.05),
    'gemini-2.5-pro': { ...rates(1.25, 10, 0.125), long: { above: 200_000, ...rates(2.5, 15, 0.25) } },
    'gemini-2.5-flash': rates(0.3, 2.5, 0.03),
    'gemini-2.5-flash-lite': rates(0.1, 0.4, 0.01),
  },
};

function rates(input: number, output: number, cacheRead: number, cacheWrite = input): Rates {
  return { input, output, cacheRead, cacheWrite };
}

/**
 * What a model call costs by the table, in US dollars; `undefined` when the table does not know. Who serves a maker's models
 * otherwise, may take anything for them, or nothing on one's own machine: see `knownOf`.
 */
export function priceOf(place: ModelPlace, tokens: TokenUsage): number | undefined {
  const price = knownOf(PRICES, place);
  if (price === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite } =
    price.long !== undefined && tokens.input > price.long.above ? price.long : price;
  const plain = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite);
  const total = plain * input + tokens.cacheRead * cacheRead + tokens.cacheWrite * cacheWrite + tokens.output * output;
  return total / 1_000_000;
}
