import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Content } from '../host/content.ts';
import type { Engine } from '../ipc/connection.ts';
import type { Log } from '../lib/log.ts';
import { thrownMessage } from '../lib/thrown.ts';
import { webApp } from './app.ts';
import { links } from './links.ts';
import { isAllowedHost, isOwnOrigin } from './origin.ts';
import { sessionSecret } from './session-secret.ts';
import { sessions } from './sessions.ts';
import { BRIDGE_PATH, serveBridge } from './socket.ts';

const LOOPBACK = '127.0.0.1';
/** Without a wish for another one, so that windows find the host again after a restart. */
const USUAL_PORT = 7420;

const ANNOUNCE_EVERY_MS = 5000;
const HEARTBEAT_MS = 15_000;
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

export type WebHostOptions = {
  readonly engine: Engine;
  readonly home: string;
  readonly content: Content;
  /** 0: any. Absent: the usual one, or any if that is taken. */
  readonly port?: number;
  readonly log: Log;
  /** Tells the person an address that lets one browser in. Called at the start, and when somebody needs another one. */
  readonly announce: (url: string) => void;
  readonly now?: () => number;
  readonly heartbeatMs?: number;
  readonly maxBufferedBytes?: number;
};

export type WebHost = {
  readonly port: number;
  /** An address that lets one browser in: the one that waits to be used. */
  readonly link: () => string;
  readonly close: () => Promise<void>;
};

/** Serves windows in browsers of this machine. Fails with `port_in_use`, `port_refused` or `home_unusable`. */
export async function startWebHost(options: WebHostOptions): Promise<Result<WebHost>> {
  const { engine, home, content, log, announce, now = Date.now } = options;
  const secret = secretOf(home);
  if (!secret.ok) return secret;
  const server = createServer();
  const listening = await listenSomewhere(server, options.port);
  if (!listening.ok) return listening;
  const port = listening.value;

  const session = sessions({ secret: secret.value, home, port, now });
  const link = links();
  const addressOf = (token: string): string => `http://${LOOPBACK}:${port}/?token=${token}`;
  let announced = { token: '', at: 0 };
  function announceLink(): void {
    const token = link.token();
    // Any page of any site can come to the door: it must not fill the terminal with a link that is there already.
    if (announced.token === token && now() - announced.at < ANNOUNCE_EVERY_MS) return;
    announced = { token, at: now() };
    announce(addressOf(token));
  }

  const app = webApp({ engine, port, sessions: session, links: link, content, onLinkNeeded: announceLink, log });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => void answer(request, response));
  const closeWindows = serveBridge(server, {
    engine,
    log,
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
    maxBufferedBytes: options.maxBufferedBytes ?? MAX_BUFFERED_BYTES,
    admits: ({ url, headers }: IncomingMessage) =>
      url === BRIDGE_PATH &&
      isAllowedHost(headers.host, port) &&
      isOwnOrigin(headers.origin, headers.host) &&
      session.accepts(headers.cookie),
  });
  announceLink();
  return ok({
    port,
    link: () => addressOf(link.token()),
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await closeWindows();
      server.closeAllConnections();
      await closed;
    },
  });
}

function secretOf(home: string): Result<Buffer> {
  try {
    return ok(sessionSecret(home));
  } catch (error) {
    const message = `The file that keeps windows signed in cannot be used: ${thrownMessage(error)}`;
    return fail('home_unusable', message, 'Remove that file, or make sure that it can be read and written.');
  }
}

async function listenSomewhere(server: Server, wish: number | undefined): Promise<Result<number>> {
  if (wish !== undefined) return listen(server, wish);
  const usual = await listen(server, USUAL_PORT);
  return usual.ok ? usual : listen(server, 0);
}

function listen(server: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    function onError(error: NodeJS.ErrnoException): void {
      const hint = 'Choose another one with --port, or any free one with --port 0.';
      if (error.code === 'EADDRINUSE') resolve(fail('port_in_use', `Port ${port} is in use by another program`, hint));
      else resolve(fail('port_refused', `Port ${port} cannot be opened (${error.code ?? error.message})`, hint));
    }
    server.once('error', onError);
    server.listen(port, LOOPBACK, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(ok(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
