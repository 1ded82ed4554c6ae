import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openTestDoor, type TestDoor } from './testing/door.ts';

const doors: TestDoor[] = [];

async function open(...args: Parameters<typeof openTestDoor>): Promise<TestDoor> {
  const door = await openTestDoor(...args);
  doors.push(door);
  return door;
}

afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.dispose()));
});

async function nextFrame(socket: WebSocket): Promise<unknown> {
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

async function closeCode(socket: WebSocket): Promise<unknown> {
  const [code] = await once(socket, 'close');
  return code;
}

test('requests are answered by their id', async () => {
  const { openWindow } = await open();
  const socket = await openWindow();
  socket.send(JSON.stringify({ id: 7, name: 'echo', input: { text: 'ü\u2028' } }));
  expect(await nextFrame(socket)).toEqual({ id: 7, result: { ok: true, value: { text: 'ü\u2028' } } });
});

test('pushes reach every window, in order', async () => {
  const { openWindow, engine } = await open();
  const windows = [await openWindow(), await openWindow()];
  const seen = windows.map((socket) => {
    const frames: unknown[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8'))));
    return frames;
  });
  const pushes = Array.from({ length: 50 }, (_, n) => ({ type: 'removed', threadId: `t${n}` }) as const);
  for (const push of pushes) engine.pushAll(push);
  await vi.waitFor(() => expect(seen.map((frames) => frames.length)).toEqual([50, 50]));
  expect(seen).toEqual(windows.map(() => pushes.map((push) => ({ push }))));
});

test('a window that closes leaves the engine', async () => {
  const { openWindow, engine } = await open();
  const socket = await openWindow();
  expect(engine.connected()).toBe(1);
  socket.close();
  await vi.waitFor(() => expect(engine.connected()).toBe(0));
});

test('no socket without a session, from another site, by another name, or elsewhere', async () => {
  const { upgrade, signIn, host, port, engine } = await open();
  const cookie = await signIn();
  const origin = `http://${host}`;
  const refused = [
    await upgrade({ origin }),
    await upgrade({ origin, cookie: 'runlight=1' }),
    await upgrade({ cookie }),
    await upgrade({ cookie, origin: 'null' }),
    await upgrade({ cookie, origin: 'http://evil.example' }),
    await upgrade({ cookie, origin: `https://${host}` }),
    await upgrade({ cookie, origin: `http://localhost:${port}` }),
    await upgrade({ cookie, origin: 'http://evil.example', host: 'evil.example' }),
    await upgrade({ cookie, origin: `http://evil.example:${port}`, host: `evil.example:${port}` }),
    await upgrade({ cookie, origin }, '/'),
    await upgrade({ cookie, origin }, '/bridge/x'),
  ];
  expect(refused).toEqual(refused.map(() => 403));
  expect(engine.connected()).toBe(0);
  const localhost = await upgrade({ cookie, origin: `http://localhost:${port}`, host: `localhost:${port}` });
  expect(localhost).toBeInstanceOf(WebSocket);
});

test.each(['', 'hello', '[]', 'null', '{"name":"echo"}', '{"id":"1","name":"echo"}', '{"id":1.5,"name":"echo"}'])(
  'the frame %j ends the connection',
  async (frame) => {
    const { openWindow } = await open();
    const socket = await openWindow();
    socket.send(frame);
    expect(await closeCode(socket)).toBe(1008);
  },
);

test('a binary frame ends the connection', async () => {
  const { openWindow } = await open();
  const socket = await openWindow();
  socket.send(Buffer.from(JSON.stringify({ id: 1, name: 'echo', input: null })));
  expect(await closeCode(socket)).toBe(1008);
});

test('a request that the engine cannot understand is answered', async () => {
  const { openWindow } = await open();
  const socket = await openWindow();
  socket.send(JSON.stringify({ id: 1, name: 5 }));
  expect(await nextFrame(socket)).toEqual({
    id: 1,
    result: { ok: false, error: { code: 'bad_request', message: 'A request needs a name' } },
  });
});

test('a frame that is too large ends the connection', async () => {
  const { openWindow } = await open();
  const socket = await openWindow();
  socket.on('error', () => {});
  socket.send(JSON.stringify({ id: 1, name: 'echo', input: 'x'.repeat(9 * 1024 * 1024) }));
  expect(await closeCode(socket)).toBe(1009);
});

test('a window that stops reading is cut off', async () => {
  const { openWindow, engine } = await open({ maxBufferedBytes: 100_000 });
  const socket = await openWindow();
  socket.pause();
  const text = 'x'.repeat(1_000_000);
  const push = { type: 'problem', error: { code: 'test', message: text } } as const;
  await vi.waitFor(() => {
    engine.pushAll(push);
    expect(engine.connected()).toBe(0);
  });
});

test('a window that gets more at once than it may leave unread stays, and gets all of it', async () => {
  const { openWindow, engine } = await open({ maxBufferedBytes: 100_000 });
  const socket = await openWindow();
  const lengths: number[] = [];
  socket.on('message', (data: Buffer) => lengths.push(data.length));
  const push = { type: 'problem', error: { code: 'test', message: 'x'.repeat(1_000_000) } } as const;
  for (const _ of [1, 2, 3]) engine.pushAll(push);
  await vi.waitFor(() => expect(lengths).toHaveLength(3));
  expect(engine.connected()).toBe(1);
});

test('a window that answers no ping is cut off; one that does stays', async () => {
  const { openWindow, engine } = await open({ heartbeatMs: 20 });
  const healthy = await openWindow();
  const dead = await openWindow();
  dead.pause();
  await vi.waitFor(() => expect(engine.connected()).toBe(1));
  let pings = 0;
  healthy.on('ping', () => {
    pings += 1;
  });
  await vi.waitFor(() => expect(pings).toBeGreaterThan(3));
  expect(engine.connected()).toBe(1);
});

test('closing the host tells its windows, even one that does not listen', async () => {
  const { openWindow, close } = await open();
  const listening = await openWindow();
  const deaf = await openWindow();
  deaf.pause();
  const code = closeCode(listening);
  await close();
  expect(await code).toBe(1001);
});
