import type { Message } from '../thread/message.ts';
import type { Json } from '../lib/json.ts';

/** What a model is sent when a run goes on from an entry. */
export type NextRequest = {
  /** `<address>/<model>`. */
  readonly model: string;
  readonly instructions: string;
  readonly messages: readonly Message[];
  /** As the model is told of them; absent where nobody knows which they were. */
  readonly tools?: Json;
  /** The request that was sent from there, where one was. */
  readonly sent?: SentRequest;
};

export type SentRequest = {
  readonly hash: string;
  /** Whether the entries still give what was sent then. */
  readonly matches: boolean;
  /** What was sent, to the letter, where it was kept. */
  readonly body?: Json;
};
