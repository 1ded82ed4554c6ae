import type { Attachment } from './attachment.ts';

/** A message that waits to be taken up by a run between its steps; once the run has ended, for the person to send it. */
export type QueuedMessage = {
  /** Becomes the id of its entry. */
  readonly id: string;
  readonly threadId: string;
  /** The run that it was written to. */
  readonly runId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Milliseconds since the epoch. */
  readonly at: number;
};
