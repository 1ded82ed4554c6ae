/** What differs between two states of a file, as people see it. */
export type FileDifference =
  | {
      readonly type: 'text';
      /** Unified, without file headers; empty when the texts are too large to be compared line by line. */
      readonly diff: string;
      readonly added: number;
      readonly removed: number;
    }
  | { readonly type: 'binary' }
  /** One of the two was not kept: it was too large, or there was no time. */
  | { readonly type: 'not_kept' };
