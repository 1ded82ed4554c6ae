import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { must } from '../../shared/lib/assert.ts';

let folder: string;
let renderer: string;
const children = new Set<ChildProcess>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runlight-serve-'));
  renderer = join(folder, 'renderer');
  mkdirSync(renderer);
  writeFileSync(join(renderer, 'index.html'), '<title>Runlight</title>');
});

afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  children.clear();
  rmSync(folder, { recursive: true, force: true });
});

function run(...flags: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), ...flags]);
  children.add(child);
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString('utf8');
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, errors }));
  return { child, ended };
}

/** Starts the program and waits for the address that it tells. */
async function serve(flags: { readonly port?: string } = {}) {
  const { child, ended } = run('--home', join(folder, 'home'), '--renderer', renderer, '--port', flags.port ?? '0');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([first]) => String(first)),
    ended.then(({ errors }) => Promise.reject(new Error(errors))),
  ]);
  const { origin, port, href } = new URL(line.replace(/^Runlight is at /, ''));
  return { child, ended, line, origin, port, href };
}

async function cookieOf(href: string): Promise<string> {
  const answer = await fetch(href, { redirect: 'manual' });
  return must(answer.headers.get('set-cookie')?.split(';')[0], 'a cookie');
}

async function appInfo(origin: string, cookie: string): Promise<unknown> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { headers: { cookie, origin } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, name: 'app.info', input: {} }));
  const [data] = await once(socket, 'message');
  socket.close();
  return JSON.parse(String(data));
}

test('it tells its address on a line of its own, and serves the engine behind it', async () => {
  const { line, href, origin } = await serve();
  expect(line).toMatch(/^Runlight is at http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{64}$/);
  const cookie = await cookieOf(href);
  expect(await (await fetch(origin, { headers: { cookie } })).text()).toBe('<title>Runlight</title>');
  expect(await appInfo(origin, cookie)).toMatchObject({
    id: 1,
    result: { ok: true, value: { host: 'web', home: join(folder, 'home'), version: '0.1.0' } },
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends it in order', async (signal) => {
  const { child, ended } = await serve();
  child.kill(signal);
  // A terminal and the program that started it both pass it on.
  child.kill(signal);
  expect(await ended).toEqual({ code: 0, signal: null, errors: '' });
});

test('after a kill it starts again, and windows that were open come back', async () => {
  const first = await serve();
  const cookie = await cookieOf(first.href);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await serve({ port: first.port });
  expect(second.origin).toBe(first.origin);
  expect(await appInfo(second.origin, cookie)).toMatchObject({ result: { ok: true } });
});

test('where a host serves the home already, a second one gives its link and ends', async () => {
  const first = await serve();
  const second = run('--home', join(folder, 'home'), '--renderer', renderer, '--port', '0');
  let said = '';
  second.child.stdout.on('data', (data: Buffer) => {
    said += data.toString('utf8');
  });
  expect(await second.ended).toMatchObject({ code: 0, errors: '' });
  expect(said).toBe(`Runlight is running already.\nRunlight is at ${first.href}\n`);
});

test('a port that is in use is refused in one line, and the home let go', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const refused = run('--home', join(folder, 'home'), '--renderer', renderer, '--port', port);
  const { code, errors } = await refused.ended;
  other.close();
  expect([code, errors]).toEqual([
    3,
    `Runlight: Port ${port} is in use by another program. Choose another one with --port, or any free one with --port 0.\n`,
  ]);
  expect((await serve()).line).toContain('Runlight is at');
});

test('a window that is not built is named', async () => {
  const { code, errors } = await run('--home', join(folder, 'home'), '--renderer', join(folder, 'none')).ended;
  expect([code, errors]).toEqual([
    3,
    'Runlight: The window is not built yet. Start Runlight with "npm start", or build it with "npm run build".\n',
  ]);
});

test('a home that cannot be one is named', async () => {
  writeFileSync(join(folder, 'file'), '');
  const { code, errors } = await run('--home', join(folder, 'file'), '--renderer', renderer).ended;
  expect(code).toBe(3);
  expect(errors).toMatch(/^Runlight: [^\n]+file[^\n]+--home\.\n$/);
});

test('arguments that it does not know are refused in one line', async () => {
  const { code, errors } = await run('--nonsense').ended;
  expect(code).toBe(2);
  expect(errors).toMatch(/^Runlight: [^\n]*--nonsense[^\n]*Flags: [^\n]+\n$/);
});
