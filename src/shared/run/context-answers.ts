import type { CompactionSettings, ModelWindow } from '../settings.ts';
import type { TokenCount } from '../thread/context-bodies.ts';
import type { UsageBody } from '../thread/entry.ts';
import type { ClearingEntry, CompactionEntry } from '../thread/visible-path.ts';
import type { ContextPart, ContextParts, Counted } from './context.ts';
import type { RowsAnswer } from './context-rows.ts';

/** How full the context is of whoever goes on from an entry. */
export type ContextMeter = {
  readonly model: string;
  readonly window: ModelWindow;
  readonly compacts: Pick<CompactionSettings, 'automatic' | 'share'>;
  readonly size: TokenCount;
  /** Estimates, whoever counted the whole. */
  readonly estimates: ContextParts;
  /** How many rows each part has. */
  readonly counts: { readonly [part in ContextPart]: number };
  /** Rows of the next request, and of the branch. */
  readonly request: number;
  readonly branch: number;
  /** Where what is sent was counted last, by the provider or by a compaction. */
  readonly counted?: Counted;
  /** Whether anybody knows which tools the model is told of. */
  readonly toolsKnown: boolean;
  /** Of the run that goes on: so many messages from before it are sent. */
  readonly historyLimit?: number;
  /** Entries that it keeps from the model. */
  readonly limitedBefore: number;
  /** The newest entry that took something out of the model's sight. */
  readonly cutId?: string;
};

/** What took something out of the model's sight on a branch: a compaction, or a clearing of outputs. */
export type ContextCut = {
  readonly entry: CompactionEntry | ClearingEntry;
  /** What a summary cost. */
  readonly usage?: UsageBody;
  /**
   * `limited`: the history limit keeps the summary from the model. `replaced`: a newer one stands for it, or the outputs are
   * summarised by now.
   */
  readonly state: 'in_effect' | 'limited' | 'replaced';
};

/** What went out of sight, a page of it, and how much it is in all. */
export type TakenAnswer = RowsAnswer & {
  readonly messages: number;
  readonly toolResults: number;
  /** An estimate. */
  readonly tokens: number;
};
