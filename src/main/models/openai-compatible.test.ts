import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  call,
  hold,
  say,
  startModelServer,
  type ModelServer,
  type ServerScript,
} from '../../../e2e/support/model-server.ts';
import type { Message } from '../../shared/thread/message.ts';
import type { Model, ModelEvent, ModelRequest } from '../agent/model.ts';
import { openAiCompatibleModel } from './provider-model.ts';

const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: ServerScript, apiKey?: string): Promise<{ model: Model; server: ModelServer }> {
  const server = await startModelServer({ script, apiKey });
  servers.push(server);
  return { server, model: modelAt(server.url, apiKey) };
}

function modelAt(baseUrl: string, apiKey?: string): Model {
  return openAiCompatibleModel({ id: 'local/test-model', baseUrl, apiKey, modelName: 'test-model' });
}

const HELLO: ModelRequest = { instructions: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] };

async function ask(model: Model, request = HELLO, signal = new AbortController().signal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

async function failureOf(script: ServerScript): Promise<unknown> {
  const { model } = await serve(script);
  const last = (await ask(model)).at(-1);
  return last?.type === 'failed' ? last.error : last;
}

const tokens = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

test('streams reasoning, text and usage', async () => {
  const usage = {
    prompt_tokens: 120,
    completion_tokens: 30,
    prompt_tokens_details: { cached_tokens: 80, cache_write_tokens: 7 },
    completion_tokens_details: { reasoning_tokens: 12 },
    cost: 0.0042,
  };
  const { model } = await serve([{ parts: [{ reasoning: 'Hm' }, { text: 'Hi ' }, { text: 'there' }, { usage }] }]);
  expect(await ask(model)).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Hi ' },
    { type: 'text', text: 'there' },
    {
      type: 'finish',
      reason: 'stop',
      tokens: { input: 120, output: 30, cacheRead: 80, cacheWrite: 7, reasoning: 12 },
      cost: 0.0042,
    },
  ]);
});

test('an answer without usage counts nothing', async () => {
  const { model } = await serve([{ parts: [{ text: 'Hi' }, { usage: {} }] }]);
  expect(await ask(model)).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'finish', reason: 'stop', tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 } },
  ]);
});

test('several calls come in pieces, then whole, in order', async () => {
  const { model } = await serve([{ parts: [call('read', { path: 'a' }, 'c1'), call('read', { path: 'b' }, 'c2')] }]);
  expect(await ask(model)).toEqual([
    { type: 'call_delta', id: 'c1', name: 'read', text: '' },
    { type: 'call_delta', id: 'c1', name: 'read', text: '{"pa' },
    { type: 'call_delta', id: 'c1', name: 'read', text: 'th":' },
    { type: 'call_delta', id: 'c1', name: 'read', text: '"a"}' },
    { type: 'call_delta', id: 'c2', name: 'read', text: '' },
    { type: 'call_delta', id: 'c2', name: 'read', text: '{"pa' },
    { type: 'call_delta', id: 'c2', name: 'read', text: 'th":' },
    { type: 'call_delta', id: 'c2', name: 'read', text: '"b"}' },
    { type: 'call', call: { id: 'c1', name: 'read', arguments: '{"path":"a"}' } },
    { type: 'call', call: { id: 'c2', name: 'read', arguments: '{"path":"b"}' } },
    { type: 'finish', reason: 'tool_calls', tokens },
  ]);
});

test.each([['{"path": "a'], ['path=a'], [''], ['{"a":1}{"b":2}'], ['{ "a" :\t1e2 }'], ['{"__proto__":{"x":1}}']])(
  'arguments %j arrive as the model wrote them',
  async (text) => {
    const { model } = await serve([{ parts: [{ call: { id: 'c1', name: 'read', arguments: text, pieces: 2 } }] }]);
    const events = await ask(model);
    expect(events.slice(-2)).toEqual([
      { type: 'call', call: { id: 'c1', name: 'read', arguments: text } },
      { type: 'finish', reason: 'tool_calls', tokens },
    ]);
    expect(events.map((event) => (event.type === 'call_delta' ? event.text : '')).join('')).toBe(text);
  },
);

test('a finish that says stop beside calls is one of calls', async () => {
  const { model } = await serve([{ parts: [call('read', {}), { finish: 'stop' }] }]);
  expect((await ask(model)).at(-1)).toEqual({ type: 'finish', reason: 'tool_calls', tokens });
});

test.each([
  ['length', 'length'],
  ['content_filter', 'content_filter'],
  ['eos', 'other'],
])('finish reason %s', async (raw, reason) => {
  const { model } = await serve([{ parts: [{ text: 'Hi' }, { finish: raw }] }]);
  expect((await ask(model)).at(-1)).toEqual({ type: 'finish', reason, tokens });
});

test('characters that packets cut stay whole', async () => {
  const text = 'Grüße, 世界 👩‍👩‍👧 — fin';
  const { model } = await serve([{ parts: [{ text }], sliceBytes: 1 }]);
  expect((await ask(model))[0]).toEqual({ type: 'text', text });
});

test('sends the request as it should be', async () => {
  const { model, server } = await serve([say('Hi')], 'secret-key');
  const messages: readonly Message[] = [
    { role: 'user', content: 'Read it \ud83d' },
    {
      role: 'assistant',
      text: 'Reading',
      reasoning: 'private thoughts',
      toolCalls: [
        { id: 'c1', name: 'read', arguments: '{ "path": "a" }' },
        { id: 'c2', name: 'read', arguments: '{"path": "b' },
        { id: 'c3', name: 'read', arguments: '' },
      ],
    },
    { role: 'tool', toolCallId: 'c1', toolName: 'read', content: 'A', isError: false },
    { role: 'tool', toolCallId: 'c2', toolName: 'read', content: 'not valid JSON', isError: true },
    { role: 'tool', toolCallId: 'c3', toolName: 'read', content: 'no path', isError: true },
  ];
  const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  const tools = [{ name: 'read', description: 'Reads a file', parameters }];
  await ask(model, { instructions: 'You read files', messages, tools });
  const [request] = server.requests;
  expect(request?.path).toBe('/v1/chat/completions');
  expect(request?.headers.authorization).toBe('Bearer secret-key');
  expect(request?.body).toEqual({
    model: 'test-model',
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'You read files' },
      { role: 'user', content: 'Read it \ufffd' },
      {
        role: 'assistant',
        content: 'Reading',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'read', arguments: '{ "path": "a" }' } },
          { id: 'c2', type: 'function', function: { name: 'read', arguments: '{"invalid_json":"{\\"path\\": \\"b"}' } },
          { id: 'c3', type: 'function', function: { name: 'read', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'A' },
      { role: 'tool', tool_call_id: 'c2', content: 'not valid JSON' },
      { role: 'tool', tool_call_id: 'c3', content: 'no path' },
    ],
    tools: [{ type: 'function', function: { name: 'read', description: 'Reads a file', parameters } }],
  });
});

test('an address may have a slash at its end, and a query', async () => {
  const { server } = await serve([say('Hi')]);
  await ask(modelAt(`${server.url}/?api-version=2`));
  expect(server.requests[0]?.path).toBe('/v1/chat/completions?api-version=2');
});

const cut = (message: string) => ({
  code: 'stream_cut',
  message,
  hint: 'Continue the run to ask again',
  retryable: true,
});

test.each<[string, ServerScript, string]>([
  [
    'a broken connection',
    [{ parts: [{ text: 'Hi' }, { cut: true }] }],
    'The connection to HOST broke before the answer was finished',
  ],
  [
    'an end without a finish',
    [{ parts: [{ text: 'Hi' }], unfinished: true }],
    'The connection to HOST broke before the answer was finished',
  ],
  [
    'a chunk that is no JSON',
    [{ parts: [{ data: '{"choices": [{' }] }],
    'HOST sent a piece of an answer that cannot be read',
  ],
  [
    'a chunk of another shape',
    [{ parts: [{ data: '{"hello": 1}' }] }],
    'HOST sent a piece of an answer that cannot be read',
  ],
  [
    'an error that says what',
    [{ parts: [{ text: 'Hi' }, { error: { message: 'GPU lost' } }] }],
    'HOST broke off its answer: GPU lost',
  ],
  ['an error that is a text', [{ parts: [{ error: 'GPU lost' }] }], 'HOST broke off its answer: GPU lost'],
  [
    'a call without a name',
    [{ parts: [{ data: '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{}}]}}]}' }] }],
    'The connection to HOST broke before the answer was finished',
  ],
  [
    'finish reason error',
    [{ parts: [{ text: 'Hi' }, { finish: 'error' }] }],
    'The connection to HOST broke before the answer was finished',
  ],
])('%s cuts the stream', async (_name, script, message) => {
  const { model, server } = await serve(script);
  const host = new URL(server.url).host;
  expect((await ask(model)).at(-1)).toEqual({ type: 'failed', error: cut(message.replace('HOST', host)) });
});

test('calls of an answer that was cut are never whole', async () => {
  const { model } = await serve([{ parts: [call('remove', { path: 'a' }), { cut: true }] }]);
  const events = await ask(model);
  expect(events.filter((event) => event.type === 'call')).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'stream_cut' } });
});

test('an error in mid-stream keeps its own meaning', async () => {
  const error = { code: 429, message: 'Slow down, try again in 2s', metadata: {} };
  expect(await failureOf([{ parts: [{ text: 'Hi' }, { error }] }])).toMatchObject({
    code: 'rate_limited',
    retryable: true,
    retryAfterMs: 2000,
  });
});

test('a wrong key is refused in words that do not show it', async () => {
  const { server } = await serve([], 'right');
  const host = new URL(server.url).host;
  expect(await ask(modelAt(server.url, 'wrong-key'))).toEqual([
    {
      type: 'failed',
      error: {
        code: 'model_auth',
        message: `The key for ${host} was refused: Incorrect API key provided`,
        hint: 'Correct the key in Settings → Providers & keys',
        retryable: false,
      },
    },
  ]);
  expect(await ask(modelAt(server.url))).toMatchObject([
    { error: { code: 'model_auth', hint: 'Enter the key in Settings → Providers & keys' } },
  ]);
  expect(await ask(modelAt(server.url, 'two\nlines'))).toMatchObject([{ error: { code: 'model_auth' } }]);
  expect(server.requests).toEqual([]);
});

test('status errors come once, with what the headers say', async () => {
  const { model, server } = await serve([
    { status: 429, headers: { 'retry-after': '3' }, body: { error: { message: 'Slow down' } } },
    { status: 500, body: 'oops' },
  ]);
  expect(await ask(model)).toMatchObject([{ type: 'failed', error: { code: 'rate_limited', retryAfterMs: 3000 } }]);
  expect(await ask(model)).toMatchObject([{ type: 'failed', error: { code: 'model_overloaded', retryable: true } }]);
  expect(server.requests.length).toBe(2);
});

test('a page and an error under a good status are named as such', async () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Login</title>' };
  expect(await failureOf([page])).toMatchObject({ code: 'model_unreachable', retryable: false });
  const error = { code: 'model_not_found', message: 'No such model' };
  expect(await failureOf([{ status: 200, body: { error } }])).toMatchObject({ code: 'model_not_found' });
});

test('a stream under a wrong label is read', async () => {
  const body = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const { model } = await serve([{ status: 200, headers: { 'content-type': 'application/json' }, body }]);
  expect(await ask(model)).toMatchObject([
    { type: 'text', text: 'Hi' },
    { type: 'finish', reason: 'stop' },
  ]);
});

test('a port where nothing listens is named', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  expect(await ask(modelAt(`http://127.0.0.1:${port}/v1`))).toEqual([
    {
      type: 'failed',
      error: {
        code: 'model_unreachable',
        message: `Nothing answers at 127.0.0.1:${port}`,
        hint: 'Start the server that serves the models, or correct the address in Settings → Providers & keys',
        retryable: false,
      },
    },
  ]);
});

test('https to a server that speaks http', async () => {
  const { server } = await serve([]);
  expect(await ask(modelAt(server.url.replace('http:', 'https:')))).toMatchObject([
    {
      type: 'failed',
      error: { code: 'model_unreachable', hint: 'Try the address with http:// instead', retryable: false },
    },
  ]);
});

test('an abort ends the stream and the connection, before and after the first token', async () => {
  const before = hold();
  const { model, server } = await serve([{ parts: [{ text: 'Hi' }, { hold: before }] }]);
  const controller = new AbortController();
  const events: ModelEvent[] = [];
  for await (const event of model.stream(HELLO, controller.signal)) {
    events.push(event);
    controller.abort();
  }
  expect(events).toMatchObject([
    { type: 'text', text: 'Hi' },
    { type: 'failed', error: { code: 'aborted' } },
  ]);
  expect(await ask(model, HELLO, controller.signal)).toMatchObject([{ type: 'failed', error: { code: 'aborted' } }]);
  await expect.poll(() => server.open()).toBe(0);
});

test('a reader that leaves early lets the connection go', async () => {
  const { model, server } = await serve([{ parts: [{ text: 'Hi' }, { hold: hold() }] }]);
  for await (const event of model.stream(HELLO, new AbortController().signal)) {
    expect(event).toEqual({ type: 'text', text: 'Hi' });
    break;
  }
  await expect.poll(() => server.open()).toBe(0);
});

test('what comes is passed on before the rest has come', async () => {
  const gate = hold();
  const { model } = await serve([{ parts: [{ text: 'one' }, { hold: gate }, { text: 'two' }] }]);
  const events = model.stream(HELLO, new AbortController().signal)[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual({ type: 'text', text: 'one' });
  await gate.reached;
  gate.release();
  expect((await events.next()).value).toEqual({ type: 'text', text: 'two' });
});
