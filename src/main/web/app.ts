import { Hono } from 'hono';
import { plainText, type Content } from '../host/content.ts';
import { SECURITY_HEADERS } from '../host/headers.ts';
import type { Engine } from '../ipc/connection.ts';
import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import type { Links } from './links.ts';
import { isAllowedHost, isOwnOrigin } from './origin.ts';
import { comeAgainPage, needsLinkPage } from './pages.ts';
import type { Sessions } from './sessions.ts';
import { receiveUpload, sendDownload } from './transfers.ts';

export type WebAppOptions = {
  readonly engine: Pick<Engine, 'download' | 'upload'>;
  readonly port: number;
  readonly sessions: Sessions;
  readonly links: Links;
  readonly content: Content;
  /** Somebody stands before the door without a link that works. */
  readonly onLinkNeeded: () => void;
  readonly log: Log;
};

/**
 * The HTTP side of the web host: one exchange of a link for a session, and the renderer's files and people's own
 * for who has one.
 */
export function webApp({ engine, port, sessions, links, content, onLinkNeeded, log }: WebAppOptions): Hono {
  const app = new Hono();

  app.onError((error) => {
    log('error', 'a request failed', { error: described(error) });
    return plainText(500, 'Something went wrong; the log tells more');
  });

  app.use(async (c, next) => {
    const host = c.req.header('host');
    if (!isAllowedHost(host, port)) return plainText(403, 'Runlight answers only to its own address');
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!reads && !isOwnOrigin(c.req.header('origin'), host))
      return plainText(403, 'Runlight answers only to its own pages');
    return next();
  });

  app.use('/', async (c, next) => {
    const token = c.req.query('token');
    if (c.req.method !== 'GET' || token === undefined) return next();
    const redeemed = links.redeem(token);
    const known = sessions.accepts(c.req.header('cookie'));
    if (!redeemed && !known) {
      onLinkNeeded();
      return needsLinkPage();
    }
    return new Response(null, {
      status: 303,
      headers: {
        ...SECURITY_HEADERS,
        location: '/',
        'cache-control': 'no-store',
        ...(known ? {} : { 'set-cookie': sessions.issue() }),
      },
    });
  });

  app.use(async (c, next) => {
    if (sessions.accepts(c.req.header('cookie'))) return next();
    if (c.req.path !== '/') return plainText(403, 'This needs a session; open the link that Runlight printed');
    if (c.req.header('sec-fetch-site') === 'cross-site') return comeAgainPage();
    onLinkNeeded();
    return needsLinkPage();
  });

  app.get('/export/:id', (c) => sendDownload(engine, c.req.param('id')));
  app.post('/import', (c) => receiveUpload(engine, c.req.raw.body));

  app.get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const answer = await content(pathname + search, c.req.header('accept'));
    // A window that is used keeps its session.
    if (pathname === '/') answer.headers.append('set-cookie', sessions.issue());
    return answer;
  });
  app.all('*', () => plainText(405, 'Runlight is read over GET, and spoken to over its socket'));
  return app;
}
