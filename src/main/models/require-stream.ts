import { isRecord, parseJson } from '../../shared/lib/json.ts';
import { ownRedirects } from './own-redirects.ts';
import { MAX_PAGE_BYTES, MAX_STREAM_BYTES, upTo } from './up-to.ts';

/** A good status, and yet no stream of events. */
export class UnexpectedAnswer extends Error {
  /** The error that the body tells of; `undefined` when it was a page or something else. */
  readonly value: unknown;

  constructor(value: unknown) {
    super('The answer is no event stream');
    this.name = 'UnexpectedAnswer';
    this.value = value;
  }
}

/**
 * Proxies answer with a page, and some servers with an error and status 200: as a stream of events either would read as
 * one that was cut. Whatever else is not labelled as a page or as JSON passes untouched.
 */
export function requireStream(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const ask = ownRedirects(fetch);
  return async (input, init) => {
    const response = await ask(input, init);
    const isPage = /\b(?:html|json)\b/.test(response.headers.get('content-type') ?? '');
    const bounded = upTo(response, response.ok && !isPage ? MAX_STREAM_BYTES : MAX_PAGE_BYTES);
    if (!response.ok || !isPage) return bounded;
    const body = await bounded.text();
    // A stream under the wrong label is one all the same.
    if (/^\s*(?:data|event|id|:)/.test(body)) return new Response(body, response);
    const value = parseJson(body);
    throw new UnexpectedAnswer(isRecord(value) || Array.isArray(value) ? value : undefined);
  };
}
