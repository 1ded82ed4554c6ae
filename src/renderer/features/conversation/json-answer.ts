import { parseJson, prettyJson } from '../../../shared/lib/json.ts';

/** An answer that is one JSON object or list, laid out to be read; `undefined` where it is anything else. */
export function jsonAnswer(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  return parseJson(text) === undefined ? undefined : prettyJson(text);
}
