import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { must } from '../../../shared/lib/assert.ts';
import { folderContent } from '../../host/content.ts';
import { echoEngine } from '../../host/testing/echo-engine.ts';
import { silentLog } from '../../lib/log.ts';
import { startWebHost, type WebHostOptions } from '../web-host.ts';

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };
export type Ask = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/** For tests: a host with a home, a renderer of two files, and an engine that echoes; and ways to knock at its door. */
export async function openTestDoor(changes: Partial<WebHostOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-web-'));
  const home = join(folder, 'home');
  const renderer = join(folder, 'renderer');
  mkdirSync(home);
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>Runlight</title>');
  writeFileSync(join(renderer, 'assets', 'index-Ab12.js'), 'export {};');
  writeFileSync(join(folder, 'secret.txt'), 'not for the web');

  const engine = echoEngine();
  const announced: string[] = [];
  const started = await startWebHost({
    engine,
    home,
    content: folderContent(renderer),
    port: 0,
    log: silentLog,
    announce: (url) => announced.push(url),
    ...changes,
  });
  if (!started.ok) throw new Error(started.error.message);
  const { port, close } = started.value;
  const host = `127.0.0.1:${port}`;

  function newestToken(): string {
    return must(new URL(must(announced.at(-1), 'a link')).searchParams.get('token'), 'a token');
  }

  function ask({ method = 'GET', path = '/', headers = {}, body }: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: must(response.statusCode, 'a status'),
            headers: response.headers,
            body: Buffer.concat(parts).toString('utf8'),
          }),
        );
      });
      asking.on('error', reject);
      asking.end(body);
    });
  }

  async function signIn(): Promise<string> {
    // The link after a used one is announced when somebody knocks.
    await ask({});
    const answer = await ask({ path: `/?token=${newestToken()}` });
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
    return must(cookie, `a cookie with status ${answer.status}`);
  }

  /** Resolves to the open socket, or to the status that refused it. */
  function upgrade(headers: Record<string, string>, path = '/bridge'): Promise<WebSocket | number> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://${host}${path}`, { headers });
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_, response) => {
        response.resume();
        resolve(must(response.statusCode, 'a status'));
      });
      socket.on('error', reject);
    });
  }

  async function openWindow(): Promise<WebSocket> {
    const socket = await upgrade({ cookie: await signIn(), origin: `http://${host}` });
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    return socket;
  }

  async function dispose(): Promise<void> {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }

  return {
    engine,
    home,
    renderer,
    port,
    host,
    announced,
    newestToken,
    ask,
    signIn,
    upgrade,
    openWindow,
    close,
    dispose,
  };
}

export type TestDoor = Awaited<ReturnType<typeof openTestDoor>>;
