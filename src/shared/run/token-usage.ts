/** Tokens of one model call, as the provider counted them. `cacheRead`, `cacheWrite` are parts of `input`; `reasoning` is part of `output`. */
export type TokenUsage = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
};
