export type ByThread<Value> = { readonly [threadId: string]: Value | undefined };

/** What is kept of a thread. An address written by hand may name a thread like a member that every object has. */
export function ofThread<Value>(values: ByThread<Value>, threadId: string): Value | undefined {
  return Object.hasOwn(values, threadId) ? values[threadId] : undefined;
}
