/** What stays of a request to a model. */
export type RequestRecord = {
  /** SHA-256, in hexadecimal, of what the model was sent: instructions, messages, tools and reasoning as canonical JSON. */
  readonly hash: string;
  /** Blob of the tools that it was told of, as JSON. */
  readonly tools: string;
  /** Blob of all of it, where the settings say that it be kept: JSON, compressed with zstd. */
  readonly body?: string;
};
