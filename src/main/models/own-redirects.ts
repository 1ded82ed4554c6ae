/** A server sent the request on to another one. */
export class SentElsewhere extends Error {
  /** `host:port` of that. */
  readonly host: string;

  constructor(host: string) {
    super(`Sent on to ${host}`);
    this.name = 'SentElsewhere';
    this.host = host;
  }
}

const MOST_REDIRECTS = 5;

/**
 * Follows a server within itself, as it was asked, and nowhere else: `fetch` would take the request, and the headers that
 * some providers want their key in, to any host that a server names. Rejects with `SentElsewhere`.
 */
export function ownRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    let url = input instanceof Request ? input.url : String(input);
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(redirects === 0 ? input : url, { ...init, redirect: 'manual' });
      const next = nextOf(response, url);
      if (next === undefined) return response;
      await response.body?.cancel();
      if (next.origin !== new URL(url).origin || redirects === MOST_REDIRECTS) throw new SentElsewhere(next.host);
      url = next.href;
    }
  };
}

function nextOf({ status, headers }: Response, url: string): URL | undefined {
  const location = headers.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  return URL.parse(location, url) ?? undefined;
}
