/** Tokens of one model call, as the provider counted them. `cacheRead`, `cacheWrite` are parts of `input`; `reasoning` is part of `output`. */
export type TokenUsage = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
};

/** Counts as whole numbers, none below zero: what a server or people's code says may be anything, and is summed and priced. */
export function countedTokens({ input, output, cacheRead, cacheWrite, reasoning }: TokenUsage): TokenUsage {
  return {
    input: counted(input),
    output: counted(output),
    cacheRead: counted(cacheRead),
    cacheWrite: counted(cacheWrite),
    reasoning: counted(reasoning),
  };
}

function counted(amount: number): number {
  return amount > 0 ? Math.min(Math.round(amount), Number.MAX_SAFE_INTEGER) : 0;
}
