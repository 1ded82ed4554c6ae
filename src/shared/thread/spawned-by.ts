/** The call that a sub-agent's thread works for. Providers reuse call ids, so the message that made the call is named too. */
export type SpawnedBy = {
  readonly threadId: string;
  readonly runId: string;
  readonly messageId: string;
  readonly callId: string;
};
