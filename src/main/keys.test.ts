import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, say, startModelServer, type ModelServer, type ServerScript } from '../../e2e/support/model-server.ts';
import { startProxy } from '../../e2e/support/proxy-server.ts';
import { TEST_CA_FILE } from '../../e2e/support/tls.ts';
import { openEngine } from './engine.ts';
import { openLog } from './host/host-log.ts';
import { setUpNetwork } from './host/network.ts';
import type { Connection, Host } from './ipc/connection.ts';
import type { Log } from './lib/log.ts';

/** Like real ones, so that nothing but care keeps them out. */
const STORED = 'sk-ant-stored-7f3a9c1e5b2d8046-planted';
const OF_ENVIRONMENT = 'sk-proj-environment-2b6e9d04c8f1a735-planted';
const TYPED = 'sk-ant-typed-only-91c5d7e3f2a8b604-planted';
const VARIABLES = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'];

const HOST: Host = {
  kind: 'electron',
  version: '0',
  resources: '',
  // As a system's store would: what is on the disk does not hold what went in.
  cipher: {
    encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a),
    decrypt: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(),
  },
};

let folder = '';
const before = new Map(VARIABLES.map((name) => [name, process.env[name]]));
const closers: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runlight-'));
  // Commands inherit the variables of this process.
  for (const name of VARIABLES) process.env[name] = OF_ENVIRONMENT;
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

async function serve(script: ServerScript, tls = false): Promise<ModelServer> {
  const server = await startModelServer({ script, tls, models: ['mock'] });
  closers.push(() => server.close());
  return server;
}

/** Every file under a folder, as text in which bytes stay what they are. */
function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}

async function ended(connection: Connection, threadId: string): Promise<string> {
  for (;;) {
    const answer = await connection.request('thread.open', { threadId, limit: 100 });
    const { status } = (answer as { value: { summary: { status: string } } }).value.summary;
    if (status !== 'running') return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('keys, stored or of the environment, reach their provider and nobody else', async () => {
  const echo = (key: string) => ({
    status: 401,
    body: { error: { message: `Incorrect API key: ${key}, ${key}!`, code: 'invalid_api_key' } },
  });
  const anthropic = await serve((_, number) =>
    number === 0 ? { parts: [call('run_command', { command: 'env' })] } : number === 1 ? say('Done.') : echo(STORED),
  );
  // OpenAI's own host, as far as this process can tell.
  const openai = await serve(
    (_, number) =>
      number === 0 ? say('Done.') : { parts: [{ text: 'Hm' }, { error: { message: `No: ${OF_ENVIRONMENT}` } }] },
    true,
  );
  const proxy = await startProxy({ leadsTo: Number(new URL(openai.url).port) });
  closers.push(() => proxy.close());

  const heard: unknown[] = [];
  const home = join(folder, 'home');
  const file = openLog(home, 'test');
  const log: Log = (...line) => {
    heard.push(line);
    file(...line);
  };
  closers.push(setUpNetwork({ HTTPS_PROXY: proxy.url, SSL_CERT_FILE: TEST_CA_FILE }, log));
  const opened = await openEngine({ home, host: HOST, log });
  if (!opened.ok) throw new Error(opened.error.message);
  const connection = opened.value.connect((push) => heard.push(push));
  const request = async (name: string, input: object): Promise<unknown> => {
    const answer = await connection.request(name, input);
    heard.push(answer);
    return answer.ok ? answer.value : answer;
  };

  await request('models.save', {
    name: 'Claude',
    kind: 'anthropic',
    baseUrl: anthropic.url,
    apiKey: STORED,
    models: [],
  });
  await request('models.save', { name: 'GPT', kind: 'openai', baseUrl: '', models: [] });
  await request('models.test', { name: 'x', kind: 'anthropic', baseUrl: anthropic.url, apiKey: TYPED, models: [] });
  await request('models.test', { name: 'x', kind: 'anthropic', baseUrl: 'nonsense', apiKey: TYPED, models: [] });
  await request('models.list', {});
  expect(await request('models.addresses', {})).toMatchObject([
    { key: 'ok' },
    { key: 'environment', keyVariable: 'OPENAI_API_KEY' },
  ]);

  const agents = (await request('agents.list', {})) as readonly { id: string }[];
  const statuses: string[] = [];
  for (const model of ['claude/mock', 'claude/mock', 'gpt/mock', 'gpt/mock']) {
    const input = {
      agentId: agents[0]?.id,
      text: 'Go',
      workspace: folder,
      overrides: { model, approvals: { run_command: 'always' } },
    };
    const { threadId } = (await request('run.start', input)) as { threadId: string };
    statuses.push(await ended(connection, threadId));
    await request('thread.open', { threadId, limit: 100 });
  }
  expect(statuses).toEqual(['finished', 'failed', 'finished', 'failed']);
  await opened.value.close();

  // The keys did what they are for, and the command did run.
  expect(anthropic.requests.every(({ headers }) => headers['x-api-key'] === STORED)).toBe(true);
  expect(openai.requests.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${OF_ENVIRONMENT}`,
    `Bearer ${OF_ENVIRONMENT}`,
  ]);
  const everything = [JSON.stringify(heard), ...filesIn(home)].join('\n');
  expect(everything).toContain('GIT_TERMINAL_PROMPT=0');
  expect(everything).toContain('Incorrect API key: [key]');
  const sent = JSON.stringify([...anthropic.requests, ...openai.requests].map(({ body }) => body));
  for (const key of [STORED, OF_ENVIRONMENT, TYPED]) {
    expect(everything).not.toContain(key);
    expect(sent).not.toContain(key);
  }
});
