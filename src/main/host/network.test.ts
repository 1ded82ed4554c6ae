import { afterEach, expect, test } from 'vitest';
import { startModelServer, say, type ModelServer } from '../../../e2e/support/model-server.ts';
import { startProxy, type ProxyServer } from '../../../e2e/support/proxy-server.ts';
import { TEST_CA_FILE } from '../../../e2e/support/tls.ts';
import type { Log } from '../lib/log.ts';
import { listModels } from '../models/addresses.ts';
import { providerModel } from '../models/provider-model.ts';
import { ask } from '../models/testing/served-model.ts';
import { setUpNetwork } from './network.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function setUp(env: NodeJS.ProcessEnv, log: Log = () => undefined): void {
  closers.push(setUpNetwork(env, log));
}

async function proxyTo(server?: ModelServer): Promise<ProxyServer> {
  const leadsTo = server === undefined ? undefined : Number(new URL(server.url).port);
  const proxy = await startProxy({ leadsTo });
  closers.push(() => proxy.close());
  return proxy;
}

async function serve(tls: boolean): Promise<ModelServer> {
  const server = await startModelServer({ script: () => say('Hi'), models: ['m'], tls });
  closers.push(() => server.close());
  return server;
}

const list = (baseUrl: string) => listModels({ kind: 'openai-compatible', baseUrl });
const FOUND = { ok: true, value: [{ name: 'm' }] };

test('lists and answers go through the proxy, http and https alike', async () => {
  const plain = await proxyTo(await serve(false));
  const secure = await proxyTo(await serve(true));
  setUp({ HTTP_PROXY: plain.url, https_proxy: secure.url, SSL_CERT_FILE: TEST_CA_FILE });
  expect(await list('http://models.example/v1')).toEqual(FOUND);
  expect(await list('https://models.example/v1')).toEqual(FOUND);
  const model = providerModel({ id: 'a/m', kind: 'anthropic', apiKey: 'k', modelName: 'm' });
  expect((await ask(model))[0]).toEqual({ type: 'text', text: 'Hi' });
  expect(plain.asked).toEqual(['CONNECT models.example:80']);
  expect(secure.asked).toEqual(['CONNECT models.example:443', 'CONNECT api.anthropic.com:443']);
});

test('small letters win over capitals', async () => {
  const used = await proxyTo(await serve(false));
  const other = await proxyTo();
  setUp({ http_proxy: used.url, HTTP_PROXY: other.url });
  expect(await list('http://models.example/v1')).toEqual(FOUND);
  expect(other.asked).toEqual([]);
});

test('this machine is never asked through a proxy, nor are the hosts of NO_PROXY', async () => {
  const server = await serve(false);
  const proxy = await proxyTo();
  setUp({ HTTP_PROXY: proxy.url, NO_PROXY: 'other.invalid, .inside.invalid' });
  const { port } = new URL(server.url);
  expect(await list(`http://127.0.0.1:${port}/v1`)).toEqual(FOUND);
  expect(await list(`http://localhost:${port}/v1`)).toEqual(FOUND);
  for (const host of ['other.invalid', 'a.inside.invalid']) {
    expect(await list(`http://${host}/v1`)).toMatchObject({ ok: false });
  }
  expect(proxy.asked).toEqual([]);
});

test('NO_PROXY=* means no proxy at all', async () => {
  const proxy = await proxyTo();
  setUp({ HTTP_PROXY: proxy.url, no_proxy: '*' });
  expect(await list('http://models.invalid/v1')).toMatchObject({ ok: false });
  expect(proxy.asked).toEqual([]);
});

test('a proxy that refuses, and one that is not there, are named as such', async () => {
  const proxy = await proxyTo();
  setUp({ HTTPS_PROXY: proxy.url });
  expect(await list('https://models.example/v1')).toMatchObject({
    error: { code: 'model_unreachable', message: 'The proxy did not let the request to models.example through' },
  });
  await proxy.close();
  expect(await list('https://models.example/v1')).toMatchObject({
    error: { code: 'model_unreachable', message: `Nothing answers at the proxy ${new URL(proxy.url).host}` },
  });
});

test('an authority of one’s own is trusted once it is named', async () => {
  const { url } = await serve(true);
  expect(await list(url)).toMatchObject({ error: { message: expect.stringContaining('is not trusted') as string } });
  setUp({ SSL_CERT_FILE: TEST_CA_FILE });
  expect(await list(url)).toEqual(FOUND);
});

test('what cannot be used is told, without a password, and the rest works', async () => {
  const { url } = await serve(false);
  const told: unknown[] = [];
  setUp({ HTTP_PROXY: 'http://me:pass word@:nowhere', SSL_CERT_FILE: '/no/such/file' }, (...line) => told.push(line));
  expect(told).toMatchObject([
    ['error', 'The proxies of the environment cannot be used', {}],
    ['error', 'The file that SSL_CERT_FILE names cannot be read', {}],
  ]);
  expect(JSON.stringify(told)).not.toContain('pass');
  expect(await list(url)).toEqual(FOUND);
});
