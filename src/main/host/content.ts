import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { contentSecurityPolicy, SECURITY_HEADERS } from './headers.ts';

/** Answers a GET for `target`: the path and query of an address, as it was asked for. `accept` is the header of that name. */
export type Content = (target: string, accept?: string | null) => Promise<Response>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** The built renderer in `folder`, and nothing outside it. */
export function folderContent(folder: string): Content {
  return async (target) => {
    const segments = segmentsOf(target);
    const file = segments && (await fileIn(folder, segments.length === 0 ? ['index.html'] : segments));
    if (segments === undefined || file === undefined) return notFound();
    // The builder names files in assets/ by their content.
    const caching = segments[0] === 'assets' ? 'private, max-age=31536000, immutable' : 'no-cache';
    const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    return new Response(await readFile(file), {
      headers: { ...SECURITY_HEADERS, 'content-type': type, 'cache-control': caching },
    });
  };
}

/**
 * While Runlight itself is being developed: what the dev server at `origin` has. Its pages start from an inline script
 * and listen to it over a socket of its own.
 */
export function devServerContent(origin: string): Content {
  const { host } = new URL(origin);
  const policy = contentSecurityPolicy({
    'script-src': "'self' 'unsafe-inline'",
    'connect-src': `'self' http://${host} ws://${host}`,
  });
  return async (target, accept) => {
    // By it the dev server tells a style sheet of the page from one that a script imports.
    const answer = await fetch(new URL(target, origin), { headers: { accept: accept ?? '*/*' } });
    const headers = new Headers({
      ...SECURITY_HEADERS,
      'content-security-policy': policy,
      'cache-control': 'no-store',
    });
    const type = answer.headers.get('content-type');
    if (type !== null) headers.set('content-type', type);
    return new Response(answer.body, { status: answer.status, headers });
  };
}

export function notFound(): Response {
  return plainText(404, 'Not found');
}

export function plainText(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** The parts of a path; `undefined` when one of them could mean anything but a plain name on some file system. */
function segmentsOf(target: string): readonly string[] | undefined {
  const path = decode(target.replace(/[?#].*$/s, ''));
  if (path === undefined || /[\0\\:]/.test(path)) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.some((segment) => segment.startsWith('.')) ? undefined : segments;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The real path of a file, links followed, if it is in `folder`. */
async function fileIn(folder: string, segments: readonly string[]): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    return file.startsWith(root + sep) && extname(file) !== '' ? file : undefined;
  } catch {
    return undefined;
  }
}
