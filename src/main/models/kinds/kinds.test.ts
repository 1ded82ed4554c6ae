import { afterEach, expect, test } from 'vitest';
import { say, type ModelServer, type ServerReply } from '../../../../e2e/support/model-server.ts';
import type { ProviderKind } from '../../../shared/models/provider-kind.ts';
import type { Message } from '../../../shared/thread/message.ts';
import type { ModelEvent, ModelRequest } from '../../agent/model.ts';
import { PRICES_DATE } from '../prices.ts';
import { providerModel } from '../provider-model.ts';
import { ask, HELLO, servedModel } from '../testing/served-model.ts';

const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function exchange(
  kind: ProviderKind,
  request: ModelRequest,
  { modelName, replies = [say('Hi')] }: { modelName?: string; replies?: readonly ServerReply[] } = {},
): Promise<{
  bodies: readonly Record<string, unknown>[];
  headers: ModelServer['requests'][number]['headers'];
  events: readonly ModelEvent[];
}> {
  const { model, server } = await servedModel(kind, { script: replies, modelName });
  servers.push(server);
  const events = await ask(model, request);
  return { bodies: server.requests.map(({ body }) => body), headers: server.requests[0]?.headers ?? {}, events };
}

async function sent(
  kind: ProviderKind,
  reasoning: ModelRequest['reasoning'],
  modelName: string,
): Promise<Record<string, unknown>> {
  const request = reasoning === undefined ? HELLO : { ...HELLO, reasoning };
  return (await exchange(kind, request, { modelName })).bodies[0] ?? {};
}

const EPHEMERAL = { type: 'ephemeral' };
const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const tools = [{ name: 'read', description: 'Reads a file', parameters }];
const messages: readonly Message[] = [
  { role: 'user', content: 'Read it' },
  { role: 'assistant', text: '', reasoning: '', toolCalls: [{ id: 'c1', name: 'read', arguments: '{"path": "a' }] },
  { role: 'tool', toolCallId: 'c1', toolName: 'read', content: 'not valid JSON', isError: true },
];

test('Anthropic gets the request whole, with its cache marked', async () => {
  const { bodies, headers } = await exchange(
    'anthropic',
    { instructions: 'You read files', messages, tools },
    { modelName: 'claude-haiku-4-5' },
  );
  expect(headers['x-api-key']).toBe('some-key');
  expect(bodies).toEqual([
    {
      model: 'claude-haiku-4-5',
      max_tokens: 64_000,
      stream: true,
      system: [{ type: 'text', text: 'You read files', cache_control: EPHEMERAL }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read it', cache_control: EPHEMERAL }] },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { invalid_json: '{"path": "a' } }],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c1',
              content: 'not valid JSON',
              is_error: true,
              cache_control: EPHEMERAL,
            },
          ],
        },
      ],
      tools: [{ name: 'read', description: 'Reads a file', input_schema: parameters, cache_control: EPHEMERAL }],
    },
  ]);
});

test('OpenAI stores nothing, and gives its reasoning encrypted', async () => {
  const { bodies, headers } = await exchange(
    'openai',
    { instructions: 'You read files', messages, tools },
    { modelName: 'gpt-5' },
  );
  expect(headers.authorization).toBe('Bearer some-key');
  expect(bodies).toMatchObject([
    { model: 'gpt-5', stream: true, store: false, include: ['reasoning.encrypted_content'] },
  ]);
  expect(JSON.stringify(bodies)).not.toContain('cacheControl');
});

test('Google gets the request whole', async () => {
  const { bodies, headers } = await exchange(
    'google',
    { instructions: 'You read files', messages, tools },
    { modelName: 'gemini-2.5-flash' },
  );
  expect(headers['x-goog-api-key']).toBe('some-key');
  expect(bodies).toMatchObject([
    {
      systemInstruction: { parts: [{ text: 'You read files' }] },
      generationConfig: { thinkingConfig: { includeThoughts: true } },
      tools: [{ functionDeclarations: [{ name: 'read' }] }],
    },
  ]);
});

test('how much Anthropic’s models reason', async () => {
  const of = async (reasoning: ModelRequest['reasoning'], model: string) => {
    const { thinking, output_config } = await sent('anthropic', reasoning, model);
    return { thinking, output_config };
  };
  expect(await of(undefined, 'claude-haiku-4-5')).toEqual({});
  expect(await of('off', 'claude-haiku-4-5')).toEqual({ thinking: { type: 'disabled' } });
  expect(await of('low', 'claude-haiku-4-5')).toEqual({ thinking: { type: 'enabled', budget_tokens: 6400 } });
  const shown = { type: 'adaptive', display: 'summarized' };
  // It reasons by itself: asked for nothing but to be seen.
  expect(await of(undefined, 'claude-opus-5-5')).toEqual({ thinking: shown });
  expect(await of('high', 'claude-opus-5-5')).toEqual({ thinking: shown, output_config: { effort: 'high' } });
  expect(await of('off', 'claude-opus-5-5')).toEqual({ output_config: { effort: 'low' } });
});

test('how much OpenAI’s models reason', async () => {
  expect((await sent('openai', undefined, 'gpt-5.2')).reasoning).toBeUndefined();
  expect((await sent('openai', 'off', 'gpt-5.2')).reasoning).toEqual({ effort: 'none' });
  expect((await sent('openai', 'high', 'gpt-5.2')).reasoning).toEqual({ effort: 'high', summary: 'detailed' });
  expect((await sent('openai', 'high', 'gpt-4.1')).reasoning).toBeUndefined();
});

test('how much Google’s models reason', async () => {
  const of = async (reasoning: ModelRequest['reasoning'], model: string) =>
    (await sent('google', reasoning, model)).generationConfig;
  expect(await of('off', 'gemini-2.5-flash')).toEqual({
    thinkingConfig: { thinkingBudget: 0, includeThoughts: false },
  });
  expect(await of('medium', 'gemini-3-pro-preview')).toEqual({
    thinkingConfig: { thinkingLevel: expect.any(String) as string, includeThoughts: true },
  });
  expect(await of(undefined, 'gemini-2.0-flash')).toEqual({});
});

test('how much others reason', async () => {
  expect(await sent('openai-compatible', undefined, 'm')).not.toHaveProperty('reasoning_effort');
  expect((await sent('openai-compatible', 'off', 'm')).reasoning_effort).toBe('none');
  expect((await sent('openai-compatible', 'high', 'm')).reasoning_effort).toBe('high');
});

test('OpenRouter is told in its own object', async () => {
  const bodies: unknown[] = [];
  const model = providerModel({
    id: 'r/x',
    kind: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    modelName: 'x',
    fetch: async (_, init) => {
      bodies.push(JSON.parse(init?.body as string));
      return new Response('{}', { status: 400 });
    },
  });
  await ask(model, { ...HELLO, reasoning: 'medium' });
  expect(bodies).toMatchObject([{ reasoning: { effort: 'medium' } }]);
  expect(bodies[0]).not.toHaveProperty('reasoning_effort');
});

test.each<[ProviderKind, string, object, object]>([
  [
    'anthropic',
    'claude-haiku-4-5',
    {
      input_tokens: 20,
      output_tokens: 30,
      cache_read_input_tokens: 80,
      cache_creation_input_tokens: 7,
      output_tokens_details: { thinking_tokens: 12 },
    },
    { input: 107, output: 30, cacheRead: 80, cacheWrite: 7, reasoning: 12 },
  ],
  [
    'openai',
    'gpt-6-sol',
    {
      input_tokens: 107,
      output_tokens: 30,
      input_tokens_details: { cached_tokens: 80, cache_write_tokens: 7 },
      output_tokens_details: { reasoning_tokens: 12 },
    },
    { input: 107, output: 30, cacheRead: 80, cacheWrite: 7, reasoning: 12 },
  ],
  [
    'google',
    'gemini-2.5-flash',
    { promptTokenCount: 107, cachedContentTokenCount: 80, candidatesTokenCount: 18, thoughtsTokenCount: 12 },
    { input: 107, output: 30, cacheRead: 80, cacheWrite: 0, reasoning: 12 },
  ],
])('%s: each token is counted once, and priced by the table', async (kind, modelName, usage, tokens) => {
  const { events } = await exchange(kind, HELLO, { modelName, replies: [{ parts: [{ text: 'Hi' }, { usage }] }] });
  expect(events.at(-1)).toMatchObject({
    type: 'finish',
    tokens,
    cost: expect.any(Number) as number,
    pricedOn: PRICES_DATE,
  });
});

test('a provider that refuses what it asked back is asked again without', async () => {
  const refusal = {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message:
        'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
    },
  };
  const first: ServerReply = { parts: [{ reasoning: 'Hm', signature: 'SIGNED' }, { text: 'Yes' }] };
  const { model, server } = await servedModel('anthropic', {
    script: [first, { status: 400, body: refusal }, say('Again'), { status: 400, body: refusal }],
  });
  servers.push(server);
  const finish = (await ask(model)).at(-1);
  const providerData = finish?.type === 'finish' ? (finish.providerData ?? null) : null;
  const request: ModelRequest = {
    ...HELLO,
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', text: 'Yes', reasoning: 'Hm', toolCalls: [], providerData },
      { role: 'user', content: 'Really?' },
    ],
  };
  expect((await ask(model, request))[0]).toEqual({ type: 'text', text: 'Again' });
  expect(server.requests.map(({ body }) => JSON.stringify(body).includes('SIGNED'))).toEqual([false, true, false]);
  // Without anything to leave out there is no second try.
  expect(await ask(model)).toMatchObject([{ type: 'failed', error: { code: 'model_bad_request' } }]);
  expect(server.requests).toHaveLength(4);
});

test('an organisation that may not see summaries is answered without', async () => {
  const body = { error: { message: 'Your organization must be verified to generate reasoning summaries.' } };
  const { bodies, events } = await exchange(
    'openai',
    { ...HELLO, reasoning: 'low' },
    { modelName: 'gpt-5', replies: [{ status: 400, body }, say('Hi')] },
  );
  expect(events[0]).toEqual({ type: 'text', text: 'Hi' });
  expect(bodies.map(({ reasoning }) => reasoning)).toEqual([{ effort: 'low', summary: 'detailed' }, { effort: 'low' }]);
});

test('a turn that only paused has not stopped; a broken call is named', async () => {
  const paused = await exchange('anthropic', HELLO, {
    replies: [{ parts: [{ text: 'Hm' }, { finish: 'pause_turn' }] }],
  });
  expect(paused.events.at(-1)).toMatchObject({ type: 'finish', reason: 'other' });
  const stopped = await exchange('anthropic', HELLO, {
    replies: [{ parts: [{ text: 'Hm' }, { finish: 'stop_sequence' }] }],
  });
  expect(stopped.events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  const broken = await exchange('google', HELLO, {
    replies: [{ parts: [{ text: 'Hm' }, { finish: 'MALFORMED_FUNCTION_CALL' }] }],
  });
  expect(broken.events.at(-1)).toMatchObject({
    type: 'failed',
    error: { code: 'stream_cut', message: expect.stringContaining('MALFORMED_FUNCTION_CALL') as string },
  });
});

test('no key of the environment is sent by itself, and none at all to a provider’s own host', async () => {
  for (const kind of ['anthropic', 'openai', 'google'] as const) {
    const asked: unknown[] = [];
    const fetch = async (_: unknown, init?: RequestInit) => {
      asked.push(init?.headers);
      return new Response('{}', { status: 401 });
    };
    process.env.ANTHROPIC_API_KEY = 'env-secret';
    process.env.OPENAI_API_KEY = 'env-secret';
    process.env.GOOGLE_GENERATIVE_AI_API_KEY = 'env-secret';
    try {
      await ask(providerModel({ id: 'a/b', kind, baseUrl: 'http://gateway.example/v1', modelName: 'b', fetch }));
      expect(asked).toHaveLength(1);
      expect(JSON.stringify(asked)).not.toContain('env-secret');
      expect(await ask(providerModel({ id: 'a/b', kind, modelName: 'b', fetch }))).toMatchObject([
        { error: { code: 'model_auth' } },
      ]);
      expect(asked).toHaveLength(1);
    } finally {
      delete process.env.ANTHROPIC_API_KEY;
      delete process.env.OPENAI_API_KEY;
      delete process.env.GOOGLE_GENERATIVE_AI_API_KEY;
    }
  }
});

const PICTURE = new Uint8Array([1, 2, 3]);
const withFile = (name: string, mediaType: string): ModelRequest => ({
  ...HELLO,
  messages: [{ role: 'user', content: 'Look', attachments: [{ id: 'f', name, mediaType, bytes: 3 }] }],
  attachment: () => PICTURE,
});

test.each(['anthropic', 'openai', 'google', 'openai-compatible'] as const)('%s gets a picture', async (kind) => {
  const { bodies, events } = await exchange(kind, withFile('a.png', 'image/png'));
  expect(JSON.stringify(bodies)).toContain(Buffer.from(PICTURE).toString('base64'));
  expect(events[0]).toEqual({ type: 'text', text: 'Hi' });
});

test('a file that a provider has no place for is told before anything is sent', async () => {
  const { bodies, events } = await exchange('anthropic', withFile('a.zip', 'application/zip'));
  expect(bodies).toEqual([]);
  expect(events).toMatchObject([
    {
      type: 'failed',
      error: { code: 'model_bad_request', message: expect.stringContaining('application/zip') as string },
    },
  ]);
});
