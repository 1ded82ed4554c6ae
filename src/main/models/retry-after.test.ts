import { expect, test } from 'vitest';
import { retryAfterMs, type Headers } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each<[Headers, string, number | undefined]>([
  [{ 'retry-after-ms': '1500', 'retry-after': '9' }, '', 1500],
  [{ 'retry-after': '2' }, '', 2000],
  [{ 'retry-after': '0.5' }, '', 500],
  [{ 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, '', 30_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, '', 0],
  [{ 'retry-after': 'soon' }, '', undefined],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m0.5s' }, '', 60_500],
  [{ 'x-ratelimit-remaining-requests': '5', 'x-ratelimit-reset-requests': '1m0s' }, '', undefined],
  [
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '20ms',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6s',
    },
    '',
    6000,
  ],
  [{ 'x-ratelimit-reset': String(NOW + 4000) }, '', 4000],
  [{ 'x-ratelimit-reset': String(NOW / 1000 + 5) }, '', 5000],
  [{ 'ratelimit-reset': '6' }, '', 6000],
  [{}, 'Limit reached. Please try again in 1m2.5s. Visit us', 62_500],
  [{}, 'Please retry in 22.1s.', 22_100],
  [{}, 'Retry after 30 seconds', 30_000],
  [{ 'retry-after': '1' }, 'Please retry in 22s', 1000],
  [{}, 'Try again later', undefined],
])('%j %j', (headers, message, wait) => {
  expect(retryAfterMs(headers, message, NOW)).toBe(wait);
});
