import type { AssistantMessageBody } from './entry.ts';

/** What is known of an answer in the making, kept so that a kill costs little of it. */
export type Checkpoint = Pick<
  AssistantMessageBody,
  'step' | 'model' | 'text' | 'reasoning' | 'sentAt' | 'firstTokenAt'
>;

/** `text` and `reasoning` are what came since the part before. Part 0 begins the checkpoint of an answer. */
export type CheckpointPart = Checkpoint & { readonly part: number };
