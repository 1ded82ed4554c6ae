/** The days that figures are asked for: today, or the last so many with today. */
export const FIGURE_RANGES = ['today', 'week', 'month'] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

/**
 * What runs came to that ended in some time, or under some name. Deleted and imported threads have no part in it. Runs of
 * sub-agents belong to the runs that they work for: in some time they count in cost and calls alone; under their own names
 * they count like any other.
 */
export type RunFigures = {
  /** How many ended. */
  readonly runs: number;
  readonly finished: number;
  /** By a person: no success and no failure. */
  readonly stopped: number;
  /** US dollars over the priced model calls. */
  readonly cost: number;
  readonly calls: number;
  /** Model calls whose price nobody told. */
  readonly unpriced: number;
  /** How long runs took. */
  readonly duration: Spread | undefined;
  /** How long they waited for the first token of the first answer. */
  readonly firstToken: Spread | undefined;
};

/** In milliseconds: half of them took no longer than `p50`, 19 of 20 no longer than `p95`. */
export type Spread = { readonly p50: number; readonly p95: number };

export type Figures = {
  readonly range: FigureRange;
  readonly total: RunFigures;
  /** Hours of today, or days: `from` (included) to `to` (ms since the epoch), oldest first. */
  readonly buckets: readonly (RunFigures & { readonly from: number; readonly to: number })[];
  /** Busiest first. */
  readonly agents: readonly NamedFigures[];
  readonly models: readonly NamedFigures[];
};

export type NamedFigures = RunFigures & { readonly name: string };

/** From 0 to 1, of the runs that ended by themselves; `undefined` when none did. */
export function successRate({ runs, finished, stopped }: RunFigures): number | undefined {
  return runs === stopped ? undefined : finished / (runs - stopped);
}

/** `undefined` of nothing. Percentiles by nearest rank: each is a value that was there. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  // Numbers alone, which sort several times as fast.
  const sorted = Float64Array.from(values).sort();
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  const p50 = rank(0.5);
  const p95 = rank(0.95);
  return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}
