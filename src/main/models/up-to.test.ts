import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { requireStream } from './require-stream.ts';
import { MAX_PAGE_BYTES, upTo } from './up-to.ts';

let close: () => void = () => undefined;
afterEach(() => close());

/** A server that goes on as long as somebody listens; resolves to its address, and tells when nobody does. */
async function endless(status: number, type: string): Promise<{ readonly url: string; readonly left: () => boolean }> {
  let left = false;
  const more = (response: ServerResponse): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': type });
    response.on('close', () => (left = true));
    response.on('drain', () => more(response));
    more(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  close = () => server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, left: () => left };
}

test('a body ends where it is too long, and the server is left', async () => {
  const { url, left } = await endless(200, 'text/event-stream');
  const response = upTo(await fetch(url), 100_000);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect((await response.text()).length).toBe(100_000);
  await vi.waitFor(() => expect(left()).toBe(true));
});

test('errors and pages are read no further than anyone would write them', async () => {
  const failed = await endless(500, 'text/plain');
  expect((await (await requireStream(fetch)(failed.url)).text()).length).toBe(MAX_PAGE_BYTES);
  close();
  const page = await endless(200, 'text/html');
  await expect(requireStream(fetch)(page.url)).rejects.toThrow('no event stream');
  await vi.waitFor(() => expect(page.left()).toBe(true));
});

test('what is short comes whole', async () => {
  expect(await upTo(new Response('abc'), 3).text()).toBe('abc');
  expect(await upTo(new Response('abc'), 4).text()).toBe('abc');
  expect(await upTo(new Response(null, { status: 204 }), 4).text()).toBe('');
});
