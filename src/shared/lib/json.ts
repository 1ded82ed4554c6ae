export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Parses JSON text; `undefined` when it is none. JSON itself has no undefined, so the two never meet. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON text that we stored, for whoever checks what it says: `null` where it was damaged since. */
export function storedJson(text: string): Json {
  return (parseJson(text) ?? null) as Json;
}

/** JSON text that is the same for equal values: members are in the order of their names, those without a value left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
