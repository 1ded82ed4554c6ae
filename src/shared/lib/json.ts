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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
