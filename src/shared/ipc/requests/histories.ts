import { z } from 'zod';
import { route, Id } from './parts.ts';

/** Threads as files. */
export const histories = {
  /**
   * A history as a file: where the host has a dialog, written to the place that the person chooses there; else offered
   * for download. `jobId` is made up by the window, for `history.progress` and `history.cancel`.
   */
  'history.export': route<ExportAnswer>()(
    z.object({
      jobId: Id,
      threadId: Id,
      /** `branch`: the active one. */
      scope: z.enum(['thread', 'branch']),
      format: z.enum(['json', 'markdown']),
    }),
  ),
  /** Brings in a file that was exported as JSON: chosen in the host's dialog or, without one, uploaded before. */
  'history.import': route<ImportAnswer>()(z.object({ jobId: Id, uploadId: Id.optional() })),
  /** `share`: from 0 to 1; null when that job does not go on. */
  'history.progress': route<{ readonly share: number | null }>()(z.object({ jobId: Id })),
  'history.cancel': route<null>()(z.object({ jobId: Id })),
} as const;

export type ExportAnswer =
  | { readonly type: 'saved'; readonly path: string }
  /** An address of this host that gives the file, once. */
  | { readonly type: 'download'; readonly url: string }
  | { readonly type: 'dismissed' };

export type ImportAnswer =
  | { readonly type: 'imported'; readonly threadId: string; readonly entries: number }
  | { readonly type: 'dismissed' };
