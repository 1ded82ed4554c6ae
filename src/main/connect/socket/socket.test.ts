import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { must } from '../../../shared/lib/assert.ts';
import { fail, ok } from '../../../shared/lib/result.ts';
import { silentLog } from '../../lib/log.ts';
import { dial } from './dial.ts';
import { PROTOCOL } from './hello.ts';
import type { Line } from './line.ts';
import { announcedPlace, makePlace } from './place.ts';
import { serveSocket, type Guest } from './serve-socket.ts';

let home: string;
const closers: (() => Promise<void> | void)[] = [];
const guests: { line: Line; pushes: unknown[] }[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'runlight-socket-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  guests.length = 0;
  rmSync(home, { recursive: true, force: true });
});

/** A door whose guests are answered with what they ask. */
function echo(line: Line): Guest {
  const pushes: unknown[] = [];
  guests.push({ line, pushes });
  return {
    request: (name, input) => (name === 'slow' ? new Promise(() => undefined) : Promise.resolve(ok({ name, input }))),
    onPush: (push) => pushes.push(push),
    close: () => undefined,
  };
}

async function serve(at = home): Promise<() => Promise<void>> {
  const served = await serveSocket({ home: at, doors: { window: echo, agents: echo, program: echo }, log: silentLog });
  const close = must(served.ok ? served.value : undefined, 'server');
  closers.push(close);
  return close;
}

async function lineTo(at = home, pushes: unknown[] = []): Promise<Line> {
  const dialled = await dial({
    home: at,
    role: 'program',
    keepAlive: true,
    onRequest: (name) => Promise.resolve(fail('no', name)),
    onPush: (push) => pushes.push(push),
  });
  const line = must(dialled.ok ? dialled.value : undefined, 'line');
  closers.push(() => line.close());
  return line;
}

test('both ends ask, answer and tell', async () => {
  await serve();
  const pushes: unknown[] = [];
  const line = await lineTo(home, pushes);
  const text = 'ü'.repeat(300_000);
  expect(await line.request('a', { text })).toEqual(ok({ name: 'a', input: { text } }));
  const guest = must(guests[0], 'guest');
  line.push({ told: 1 });
  guest.line.push({ told: 2 });
  expect(await guest.line.request('b', null)).toEqual(fail('no', 'b'));
  expect(await line.request('c', null)).toEqual(ok({ name: 'c', input: null }));
  expect([guest.pushes, pushes]).toEqual([[{ told: 1 }], [{ told: 2 }]]);
});

test('what cannot be sent is refused, and costs nobody the line', async () => {
  await serve();
  const line = await lineTo();
  const huge = 'x'.repeat(64 * 1024 * 1024);
  const tooLarge = { ok: false, error: { code: 'cannot_be_sent' } };
  expect(await line.request('a', huge)).toMatchObject(tooLarge);
  line.push(huge);
  expect(await line.request('a', 1n)).toMatchObject(tooLarge);
  // The answer holds more than what was asked.
  expect(await line.request('a', huge.slice(30))).toMatchObject(tooLarge);
  expect(await line.request('a', 1)).toEqual(ok({ name: 'a', input: 1 }));
});

test('what waits for an answer learns that the line is lost, on both ends', async () => {
  const close = await serve();
  const line = await lineTo();
  const waiting = line.request('slow', null);
  const asked = must(guests[0], 'guest').line.request('x', null);
  await asked;
  await close();
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
  await line.ended;
  expect(await line.request('late', null)).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
  expect(existsSync(join(home, 'run', 'engine.json'))).toBe(false);
});

test('where nobody listens there is no engine, whatever was left behind', async () => {
  const options = {
    home,
    role: 'window',
    keepAlive: true,
    onRequest: () => Promise.resolve(ok(1)),
    onPush: () => {},
  } as const;
  expect(await dial(options)).toMatchObject({ ok: false, error: { code: 'no_engine' } });
  mkdirSync(join(home, 'run'));
  writeFileSync(
    join(home, 'run', 'engine.json'),
    JSON.stringify({ address: join(home, 'run', 'engine.sock'), secret: 'x' }),
  );
  writeFileSync(join(home, 'run', 'engine.sock'), 'stale');
  expect(await dial(options)).toMatchObject({ ok: false, error: { code: 'no_engine' } });
  // The next engine takes the place over.
  await serve();
  expect(await dial(options)).toMatchObject({ ok: true });
});

test('only the person can come near it', async () => {
  mkdirSync(join(home, 'run'));
  chmodSync(join(home, 'run'), 0o755);
  await serve();
  const mode = (name: string): number => statSync(join(home, 'run', name)).mode & 0o777;
  expect([mode('.'), mode('engine.json'), mode('engine.sock')]).toEqual([0o700, 0o600, 0o600]);
});

test('a home too deep for a socket has it elsewhere, as well kept', async () => {
  const deep = join(home, 'd'.repeat(120));
  mkdirSync(deep);
  await serve(deep);
  const line = await lineTo(deep);
  expect(await line.request('a', 1)).toEqual(ok({ name: 'a', input: 1 }));
  const { address } = must(announcedPlace(deep), 'place');
  expect(address.startsWith(tmpdir())).toBe(true);
  expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
  closers.push(() => rmSync(dirname(address), { recursive: true, force: true }));
});

test('on Windows it is a pipe that nobody can guess', () => {
  const [first, second] = [makePlace(home, 'win32'), makePlace(home, 'win32')];
  expect(first).toMatchObject({
    ok: true,
    value: { address: expect.stringMatching(/^\\\\\.\\pipe\\runlight-[0-9a-f]{32}$/) },
  });
  expect(first).not.toEqual(second);
});

/** Writes this to the socket, and gives back what comes until the other end closes. */
async function say(text: string): Promise<string> {
  const socket: Socket = connect(must(announcedPlace(home), 'place').address);
  let heard = '';
  socket.on('data', (data: Buffer) => {
    heard += data.toString('utf8');
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return heard;
}

const hello = (change: object): string => {
  const { secret } = must(announcedPlace(home), 'place');
  return `${JSON.stringify({ id: 1, name: 'hello', input: { protocol: PROTOCOL, role: 'window', secret, ...change } })}\n`;
};

test('another version is refused with what to do, and nobody comes in without the secret', async () => {
  await serve();
  expect(JSON.parse(await say(hello({ protocol: PROTOCOL + 1 })))).toEqual({
    id: 1,
    result: fail(
      'protocol_differs',
      `The running Runlight speaks version ${PROTOCOL} over its local socket, and this program speaks version ${PROTOCOL + 1}`,
      'Use the same version of Runlight for both, and start the older one again',
    ),
  });
  expect(JSON.parse(await say(hello({ secret: 'guessed' })))).toMatchObject({
    result: { error: { code: 'forbidden' } },
  });
  expect(JSON.parse(await say('{"id":1,"name":"run.start","input":{}}\n'))).toMatchObject({
    result: { error: { code: 'bad_request' } },
  });
  expect(await say('no frame\n')).toBe('');
  expect(await say(`{"push":1}\n`)).toBe('');
  expect(await say('x'.repeat(10_000))).toBe('');
  expect(guests).toEqual([]);
});
