import { isRecord, parseJson } from '../../shared/lib/json.ts';

/** What a server said went wrong. */
export type ProviderError = {
  /** Empty when it said nothing that a person could read. */
  readonly message: string;
  /** Its codes and types in lower case: servers put the telling one in different fields. */
  readonly codes: readonly string[];
  /** The HTTP status that the error names itself, as errors in mid-stream do. */
  readonly status?: number;
};

const NOTHING_SAID: ProviderError = { message: '', codes: [] };

/** Reads the body of an error answer: JSON of one of the usual shapes, or text. A web page says nothing. */
export function parseProviderError(body: string): ProviderError {
  const text = body.trim();
  const value = parseJson(text);
  if (value !== undefined) return readProviderError(value);
  return text.startsWith('<') ? NOTHING_SAID : { message: text, codes: [] };
}

/** What one wraps in the other: no server goes deeper, but a hostile one, which would fill the stack. */
const MOST_WRAPPINGS = 8;

/** `{ error: { message, type, code } }`, its many relatives, or a bare string; some servers wrap it in an array. */
export function readProviderError(value: unknown, wrappings = 0): ProviderError {
  if (wrappings > MOST_WRAPPINGS) return NOTHING_SAID;
  const read = (inner: unknown) => readProviderError(inner, wrappings + 1);
  if (typeof value === 'string') return { message: value, codes: [] };
  if (Array.isArray(value)) return value.length === 0 ? NOTHING_SAID : read(value[0]);
  if (!isRecord(value)) return NOTHING_SAID;
  if (isRecord(value.error)) return read(value.error);
  // OpenAI's responses API ends a response that failed with the whole of it.
  if (isRecord(value.response)) return read(value.response);
  const fields = [value.code, value.type, value.status];
  return {
    message:
      [value.message, value.error, value.msg].find((text) => typeof text === 'string') ??
      // Frameworks put a text, or a list of what is wrong with each field, there.
      (value.detail === undefined ? '' : read(value.detail).message),
    codes: fields.filter((field) => typeof field === 'string').map((code) => code.toLowerCase()),
    ...statusIn(fields),
  };
}

function statusIn(fields: readonly unknown[]): { readonly status?: number } {
  const status = fields.map(Number).find((field) => Number.isInteger(field) && field >= 400 && field <= 599);
  return status === undefined ? {} : { status };
}

const LONGEST_QUOTE = 300;

/** The server's own words on one line, short, and without anything that looks like a key. */
export function quote(message: string, apiKey: string | undefined): string {
  const known = apiKey === undefined || apiKey === '' ? message : message.replaceAll(apiKey, '[key]');
  const clean = known
    .replaceAll(/\b(?:(?:sk|pk|rk|gsk|xai|hf)[-_]|AIza|Bearer )[\w*.-]{6,}/g, '[key]')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clean.length <= LONGEST_QUOTE ? clean : `${clean.slice(0, LONGEST_QUOTE).toWellFormed()}…`;
}
