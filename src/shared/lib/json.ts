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

/** Each level is indented more than the one before: laid out, a few kilobytes of brackets would be many megabytes. */
const MOST_GROWTH = 20;

/** JSON text laid out to be read. What is none, or is nested deeper than can be read, stays as it is. */
export function prettyJson(text: string): string {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return pretty.length > 1000 + MOST_GROWTH * text.length ? text : pretty;
  } catch {
    return text;
  }
}

/** As `canonicalJson` of what the text says. What says nothing, or is nested deeper than can be written, stays as it is. */
export function canonicalText(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text;
  }
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
