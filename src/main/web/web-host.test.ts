import { createServer } from 'node:http';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { folderContent } from '../host/content.ts';
import { SECURITY_HEADERS } from '../host/headers.ts';
import { silentLog } from '../lib/log.ts';
import { openTestDoor, type TestDoor } from './testing/door.ts';
import { startWebHost } from './web-host.ts';

const doors: TestDoor[] = [];

async function open(...args: Parameters<typeof openTestDoor>): Promise<TestDoor> {
  const door = await openTestDoor(...args);
  doors.push(door);
  return door;
}

afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.dispose()));
});

test('a link lets one browser in and leaves the address', async () => {
  const { ask, announced, host, newestToken } = await open();
  expect(announced).toEqual([`http://${host}/?token=${newestToken()}`]);
  expect(newestToken()).toMatch(/^[0-9a-f]{64}$/);

  const exchanged = await ask({ path: `/?token=${newestToken()}` });
  expect([exchanged.status, exchanged.headers.location]).toEqual([303, '/']);
  const [cookie = ''] = exchanged.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^runlight-[0-9a-f]{16}=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  expect(exchanged.headers['referrer-policy']).toBe('no-referrer');
  expect(exchanged.headers['cache-control']).toBe('no-store');

  const page = await ask({ headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect([page.status, page.body]).toEqual([200, '<!doctype html><title>Runlight</title>']);
});

test('a used link lets nobody in, and the next one is announced', async () => {
  const { ask, announced, newestToken } = await open();
  const used = newestToken();
  await ask({ path: `/?token=${used}` });

  const again = await ask({ path: `/?token=${used}` });
  expect(again.status).toBe(403);
  expect(again.headers['set-cookie']).toBeUndefined();
  expect(again.body).toContain('This window needs a new link');
  expect(announced).toHaveLength(2);
  expect(newestToken()).not.toBe(used);
  const fresh = await ask({ path: `/?token=${newestToken()}` });
  expect(fresh.status).toBe(303);
});

test('who has a session can open a used link', async () => {
  const { ask, signIn, newestToken } = await open();
  const used = newestToken();
  const cookie = await signIn();
  const again = await ask({ path: `/?token=${used}`, headers: { cookie } });
  expect([again.status, again.headers.location]).toEqual([303, '/']);
});

test('looking at a link without opening it does not use it', async () => {
  const { ask, newestToken } = await open();
  const looked = await ask({ method: 'HEAD', path: `/?token=${newestToken()}` });
  expect(looked.status).toBe(403);
  const opened = await ask({ path: `/?token=${newestToken()}` });
  expect(opened.status).toBe(303);
});

test.each(['', 'x', '0'.repeat(64), '%00'])('the token %j opens nothing', async (token) => {
  const { ask } = await open();
  const answer = await ask({ path: `/?token=${token}` });
  expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
});

test('knocking often does not fill the terminal', async () => {
  let time = 1_000_000;
  const { ask, announced } = await open({ now: () => time });
  for (let knock = 0; knock < 20; knock += 1) await ask({});
  expect(announced).toHaveLength(1);
  time += 5001;
  await ask({});
  expect(announced).toHaveLength(2);
  expect(announced[1]).toBe(announced[0]);
});

test('without a session there is nothing to see', async () => {
  const { ask } = await open();
  for (const path of ['/', '/index.html', '/assets/index-Ab12.js', '/bridge', '/nothing']) {
    const answer = await ask({ path });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test('a forged, foreign or expired session is none', async () => {
  let time = 1_000_000_000;
  const { ask, signIn } = await open({ now: () => time });
  const other = await open();
  const cookie = await signIn();
  const [name = '', value = ''] = cookie.split('=');
  const [issued = '', nonce = '', signature = ''] = value.split('.');
  const forged = [
    `${name}=`,
    `${name}=${issued}.${nonce}`,
    `${name}=${issued}.${nonce}.`,
    `${name}=${(time + 5).toString(36)}.${nonce}.${signature}`,
    `${name}=${issued}.other.${signature}`,
    `${name}x=${value}`,
    `${name}=${(await other.signIn()).split('=')[1] ?? ''}`,
  ];
  for (const attempt of forged) {
    const answer = await ask({ headers: { cookie: attempt } });
    expect([attempt, answer.status]).toEqual([attempt, 403]);
  }
  // What another program on this machine adds under the same name does not lock the person out.
  expect((await ask({ headers: { cookie: `${name}=tossed; ${cookie}` } })).status).toBe(200);
  time += 30 * 86_400_000;
  expect((await ask({ headers: { cookie } })).status).toBe(403);
});

test('a session outlives the host, on the same port of the same home', async () => {
  const first = await open();
  const cookie = await first.signIn();
  await first.close();
  const second = await open({ home: first.home, port: first.port });
  expect((await second.ask({ headers: { cookie } })).status).toBe(200);

  const file = join(first.home, 'web-session');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});

test('only its own address is answered', async () => {
  const { ask, signIn, port } = await open();
  const cookie = await signIn();
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    'localhost',
    `127.0.0.1:${port + 1}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.2:${port}`,
    `[::1]:${port}`,
    `user@127.0.0.1:${port}`,
  ]) {
    const answer = await ask({ headers: { cookie, host } });
    expect([host, [400, 403].includes(answer.status)]).toEqual([host, true]);
    expect(answer.body).not.toContain('<title>');
  }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    expect((await ask({ headers: { cookie, host } })).status).toBe(200);
  }
});

test.each([
  ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n'],
  ['an empty Host', 'GET / HTTP/1.1\r\nConnection: close\r\nHost:\r\n'],
  ['a Host in the target alone', 'GET http://127.0.0.1/ HTTP/1.1\r\nConnection: close\r\nHost: evil.example\r\n'],
])('%s is refused', async (_, head) => {
  const { signIn, port } = await open();
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}Cookie: ${await signIn()}\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
  expect(answer).not.toContain('<title>');
});

test('anything but reading must come from its own pages', async () => {
  const { ask, signIn, host, port } = await open();
  const cookie = await signIn();
  const foreign = [
    undefined,
    'null',
    'http://evil.example',
    `https://${host}`,
    `http://localhost:${port}`,
    `http://${host}/`,
  ];
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    for (const origin of foreign) {
      const answer = await ask({ method, headers: { cookie, ...(origin === undefined ? {} : { origin }) } });
      expect([method, origin, answer.status]).toEqual([method, origin, 403]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await ask({ method, headers: { origin: `http://${host}` } })).status).toBe(403);
    expect((await ask({ method, headers: { cookie, origin: `http://${host}` } })).status).toBe(405);
  }
});

test('every answer carries the protections, and says how long it may be kept', async () => {
  const { ask, signIn } = await open();
  const cookie = await signIn();
  const answers = {
    page: await ask({ headers: { cookie } }),
    asset: await ask({ path: '/assets/index-Ab12.js', headers: { cookie } }),
    missing: await ask({ path: '/nothing.js', headers: { cookie } }),
    refused: await ask({}),
    foreign: await ask({ headers: { host: 'evil.example' } }),
  };
  for (const { headers } of Object.values(answers)) expect(headers).toMatchObject(SECURITY_HEADERS);
  const seen = Object.entries(answers).map(([name, { status, headers }]) => [name, status, headers['cache-control']]);
  expect(seen).toEqual([
    ['page', 200, 'no-cache'],
    ['asset', 200, 'private, max-age=31536000, immutable'],
    ['missing', 404, 'no-store'],
    ['refused', 403, 'no-store'],
    ['foreign', 403, 'no-store'],
  ]);
  expect(SECURITY_HEADERS['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; frame-src 'none'; object-src 'none'",
  );
});

test('nothing outside the renderer is served', async () => {
  const { ask, signIn } = await open();
  const cookie = await signIn();
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/assets',
    '/%00',
    '/%',
    '/%ff',
  ]) {
    const answer = await ask({ path, headers: { cookie } });
    expect([path, answer.status === 404 || answer.status === 400]).toEqual([path, true]);
    expect(answer.body).not.toContain('not for the web');
  }
});

test('who comes from another site with a session is let in on the second step', async () => {
  const { ask } = await open();
  const first = await ask({ headers: { 'sec-fetch-site': 'cross-site' } });
  expect(first.body).toContain('<meta http-equiv="refresh" content="0; url=/">');
  const second = await ask({ headers: { 'sec-fetch-site': 'same-origin' } });
  expect(second.body).toContain('This window needs a new link');
});

test('a port that is taken is named', async () => {
  const { engine, home, renderer } = await open();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const started = await startWebHost({
    engine,
    home,
    content: folderContent(renderer),
    port,
    log: silentLog,
    announce: () => {},
  });
  other.close();
  expect(started).toEqual({
    ok: false,
    error: {
      code: 'port_in_use',
      message: `Port ${port} is in use by another program`,
      hint: 'Choose another one with --port, or any free one with --port 0.',
    },
  });
});

test('a file of sessions that cannot be used is named', async () => {
  const { home, engine, close } = await open();
  await close();
  rmSync(join(home, 'web-session'));
  mkdirSync(join(home, 'web-session'));
  const started = await startWebHost({
    engine,
    home,
    content: () => Promise.resolve(new Response()),
    port: 0,
    log: silentLog,
    announce: () => undefined,
  });
  expect(started).toMatchObject({ ok: false, error: { code: 'home_unusable' } });
});
