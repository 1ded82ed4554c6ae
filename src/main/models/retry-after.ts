/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * How long a provider asks to wait, in ms, never below 0; `undefined` when it does not say. `now` is in ms since the
 * epoch. A provider that says it in its headers and in its words means the headers.
 */
export function retryAfterMs(headers: Headers, message: string, now: number): number | undefined {
  const candidates = [
    number(headers['retry-after-ms']),
    secondsOrDate(headers['retry-after'], now),
    exhaustedLimit(headers, now),
    reset(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'], now),
    waitInWords(message),
  ];
  const wait = candidates.find((candidate) => candidate !== undefined);
  return wait === undefined ? undefined : Math.max(0, Math.ceil(wait));
}

function number(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** RFC 9110, section 10.2.3: seconds, or an HTTP date. */
function secondsOrDate(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = number(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}

/** Servers count requests and tokens apart; only the limit that has nothing left says how long to wait. */
function exhaustedLimit(headers: Headers, now: number): number | undefined {
  const waits = ['requests', 'tokens']
    .filter((kind) => number(headers[`x-ratelimit-remaining-${kind}`]) === 0)
    .map((kind) => reset(headers[`x-ratelimit-reset-${kind}`], now))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Nobody agreed on a form: a duration (`6m0s`), seconds from now, or a time in seconds or ms since the epoch. */
function reset(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const value = number(text);
  if (value === undefined) return duration(text);
  if (value > 1e12) return value - now;
  if (value > 1e9) return value * 1000 - now;
  return value * 1000;
}

/** `20ms`, `7.66s`, `1m30s`, `2h0m0s`. */
function duration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)) {
    total += Number(amount) * (UNITS[unit ?? ''] ?? 0);
  }
  return total;
}

/** `Please try again in 1m20.5s.`, `Please retry in 22.1s`, `Retry after 30 seconds`. */
function waitInWords(message: string): number | undefined {
  const match = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?(?:ms|[smhd]))+|(\d+(?:\.\d+)?) seconds?)/i.exec(
    message,
  );
  if (match === null) return undefined;
  const [, text = '', seconds] = match;
  return seconds === undefined ? duration(text) : Number(seconds) * 1000;
}
