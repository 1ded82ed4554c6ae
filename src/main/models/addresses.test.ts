import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startModelServer, type ModelServer, type ModelServerOptions } from '../../../e2e/support/model-server.ts';
import { listModels } from './addresses.ts';

const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: Omit<ModelServerOptions, 'script'>): Promise<string> {
  const server = await startModelServer({ ...options, script: [] });
  servers.push(server);
  return server.url;
}

const kind = 'openai-compatible';

test('lists the models of an address', async () => {
  const baseUrl = await serve({ models: ['b', 'a', 'b'], apiKey: 'k1' });
  expect(await listModels({ kind, baseUrl, apiKey: 'k1' })).toEqual({
    ok: true,
    value: [{ name: 'b' }, { name: 'a' }],
  });
  expect(await listModels({ kind, baseUrl: `${baseUrl}/?v=1`, apiKey: ' k1 ' })).toEqual({
    ok: true,
    value: [{ name: 'b' }, { name: 'a' }],
  });
});

test.each<[object, readonly string[]]>([
  [{ models: [{ name: 'a' }] }, ['a']],
  [
    [{ id: 'a' }, {}, 'b'],
    ['a', 'b'],
  ],
  [{ data: [] }, []],
])('reads %j', async (body, value) => {
  const baseUrl = await serve({ modelsReply: { status: 200, body } });
  expect(await listModels({ kind, baseUrl })).toEqual({ ok: true, value: value.map((name) => ({ name })) });
});

test('a refused key, a wrong address and something else are told apart', async () => {
  const baseUrl = await serve({ apiKey: 'k1' });
  const { host } = new URL(baseUrl);
  expect(await listModels({ kind, baseUrl, apiKey: 'k2' })).toEqual({
    ok: false,
    error: {
      code: 'model_auth',
      message: `The key for ${host} was refused: Incorrect API key provided`,
      hint: 'Correct the key in Settings → Providers & keys',
    },
  });
  const missing = await serve({ modelsReply: { status: 404, body: 'Not Found' } });
  expect(await listModels({ kind, baseUrl: missing })).toMatchObject({
    ok: false,
    error: { code: 'model_not_found' },
  });
  const page = await serve({ modelsReply: { status: 200, body: '<html></html>' } });
  expect(await listModels({ kind, baseUrl: page })).toMatchObject({
    ok: false,
    error: { code: 'model_unreachable', hint: 'Check the address in Settings → Providers & keys: most end with /v1' },
  });
  expect(await listModels({ kind, baseUrl: 'nowhere' })).toMatchObject({
    ok: false,
    error: { code: 'model_unreachable' },
  });
});

test('an address that stays silent is given up', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  expect(await listModels({ kind, baseUrl, timeoutMs: 50 })).toMatchObject({
    ok: false,
    error: { code: 'model_unreachable', message: `127.0.0.1:${port} did not answer in time` },
  });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});
