import type { Failure, Result } from '../../../shared/lib/result.ts';
import type { Counted } from '../../../shared/run/context.ts';
import type { CompactionSettings } from '../../../shared/settings.ts';
import type { Model } from '../model.ts';

/** What a person has asked for while the run works. */
export type CompactionWish = { readonly instruction?: string };

/** What the loop is told about compaction, and what it tells of it. */
export type CompactionParts = {
  readonly settings: () => CompactionSettings;
  /** The model that writes the summaries of a run with the model `own`. */
  readonly model: (own: Model) => Result<Model>;
  /** Where the run's branch was counted last. */
  readonly counted: () => Counted | undefined;
  /** Answers each wish once. */
  readonly wish: () => CompactionWish | undefined;
  /** A compaction begins: aborts when the person cancels it. */
  readonly begun: () => AbortSignal;
  /** Tells the person why there was none. */
  readonly failed: (error: Failure) => void;
};
