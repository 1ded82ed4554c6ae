/** Ends a switch over a union: a new member that nobody handles does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/** Unwraps what the surrounding code guarantees to be there; a throw here is a bug, never bad input. */
export function must<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`Missing ${what}`);
  return value;
}
