import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderKind } from '../../shared/models/provider-kind.ts';
import { listModels } from './addresses.ts';
import { providerModel } from './provider-model.ts';
import { ask, HELLO } from './testing/served-model.ts';

const KINDS: readonly ProviderKind[] = ['anthropic', 'openai', 'google', 'openai-compatible'];

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(KINDS)('a server of kind %s cannot take requests and keys to another one', async (kind) => {
  const taken: IncomingMessage[] = [];
  const other = await serve((request, response) => {
    taken.push(request);
    response.end('{}');
  });
  const host = await serve((_request, response) => {
    response.writeHead(307, { location: `http://${other}/v1` }).end();
  });
  const message = `${host} sends the request on to ${other}`;
  const baseUrl = `http://${host}/v1`;
  const model = providerModel({ id: 'a/m', kind, baseUrl, apiKey: 'planted-key', modelName: 'm' });
  expect(await ask(model, HELLO)).toMatchObject([{ type: 'failed', error: { code: 'model_unreachable', message } }]);
  expect(await listModels({ kind, baseUrl, apiKey: 'planted-key' })).toMatchObject({ ok: false, error: { message } });
  expect(taken).toEqual([]);
});

test('a server may send a request on to another place of its own, though not for ever', async () => {
  const asked: string[] = [];
  const host = await serve(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    if (url === '/v1/models') response.writeHead(301, { location: '/v1/models/' }).end();
    else if (url === '/v1/models/') response.end('{"data":[{"id":"m"}]}');
    else response.writeHead(302, { location: url }).end();
  });
  const kind = 'openai-compatible';
  expect(await listModels({ kind, baseUrl: `http://${host}/v1`, apiKey: 'k' })).toEqual({
    ok: true,
    value: [{ name: 'm' }],
  });
  expect(asked).toEqual(['/v1/models Bearer k', '/v1/models/ Bearer k']);
  expect(await listModels({ kind, baseUrl: `http://${host}/round` })).toMatchObject({
    ok: false,
    error: { code: 'model_unreachable' },
  });
});

test('a password in an address is not shown by the error that it makes', async () => {
  const baseUrl = 'http://me:planted-password@127.0.0.1:1/v1';
  const model = providerModel({ id: 'a/m', kind: 'openai-compatible', baseUrl, modelName: 'm' });
  const answers = [await ask(model, HELLO), await listModels({ kind: 'openai-compatible', baseUrl })];
  expect(answers).toMatchObject([[{ error: { code: 'model_unreachable' } }], { ok: false }]);
  expect(JSON.stringify(answers)).not.toContain('planted');
});
