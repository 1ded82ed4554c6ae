import { afterEach, describe, expect, test } from 'vitest';
import {
  call,
  hold,
  say,
  type ModelServer,
  type ServerPart,
  type ServerScript,
} from '../../../e2e/support/model-server.ts';
import { ProviderKind } from '../../shared/models/provider-kind.ts';
import type { Message } from '../../shared/thread/message.ts';
import type { Model, ModelEvent, ModelRequest } from '../agent/model.ts';
import { ask, HELLO, servedModel } from './testing/served-model.ts';

const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const TOKENS = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

/** The words that each format has for the same thing. */
const WORDS: {
  readonly [K in ProviderKind]: {
    readonly path: string;
    readonly length: string;
    readonly refusal: string;
    readonly overloaded: object;
    readonly wrongKey: { readonly status: number; readonly body: object };
  };
} = {
  'openai-compatible': {
    path: '/v1/chat/completions',
    length: 'length',
    refusal: 'content_filter',
    overloaded: { message: 'Overloaded', type: 'server_error' },
    wrongKey: { status: 401, body: { error: { message: 'Wrong: k-123456', code: 'invalid_api_key' } } },
  },
  anthropic: {
    path: '/v1/messages',
    length: 'max_tokens',
    refusal: 'refusal',
    overloaded: { type: 'overloaded_error', message: 'Overloaded' },
    wrongKey: {
      status: 401,
      body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key k-123456' } },
    },
  },
  openai: {
    path: '/v1/responses',
    length: 'max_output_tokens',
    refusal: 'content_filter',
    overloaded: { type: 'server_error', code: 'server_error', message: 'Overloaded', param: null },
    wrongKey: { status: 401, body: { error: { message: 'Incorrect API key: k-123456', code: 'invalid_api_key' } } },
  },
  google: {
    path: '/v1/models/test-model:streamGenerateContent?alt=sse',
    length: 'MAX_TOKENS',
    refusal: 'SAFETY',
    overloaded: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' },
    wrongKey: {
      status: 400,
      body: { error: { code: 400, message: 'API key not valid: k-123456', status: 'INVALID_ARGUMENT' } },
    },
  },
};

/** Pieces that say nothing alone are put together: where a format cuts is its own business. */
function joined(events: readonly ModelEvent[]): readonly ModelEvent[] {
  const result: ModelEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (event.type === 'text' && last?.type === 'text')
      result[result.length - 1] = { ...last, text: last.text + event.text };
    else if (event.type === 'reasoning' && last?.type === 'reasoning')
      result[result.length - 1] = { ...last, text: last.text + event.text };
    else if (event.type === 'call_delta' && last?.type === 'call_delta' && last.id === event.id)
      result[result.length - 1] = { ...last, text: last.text + event.text };
    else result.push(event);
  }
  return result;
}

function withoutData(event: ModelEvent | undefined): ModelEvent | undefined {
  if (event?.type !== 'finish') return event;
  const { providerData: _, ...rest } = event;
  return rest;
}

describe.each(ProviderKind.options)('%s', (kind) => {
  const words = WORDS[kind];

  async function serve(script: ServerScript, apiKey?: string): Promise<{ model: Model; server: ModelServer }> {
    const served = await servedModel(kind, { script, apiKey });
    servers.push(served.server);
    return served;
  }

  async function answer(...parts: readonly ServerPart[]): Promise<readonly ModelEvent[]> {
    const { model } = await serve([{ parts }]);
    return joined(await ask(model)).map((event) => withoutData(event) ?? event);
  }

  test('asks at the address, with the key', async () => {
    const { model, server } = await serve([say('Hi')], 'the-key');
    expect((await ask(model)).at(-1)).toMatchObject({ type: 'finish', reason: 'stop', tokens: TOKENS });
    expect(server.requests.map(({ path }) => path)).toEqual([words.path]);
  });

  test('reasoning, text and calls come in order', async () => {
    expect(
      await answer(
        { reasoning: 'Hm' },
        { text: 'Hi ' },
        { text: 'there' },
        call('read', { path: 'a' }, 'c1'),
        call('list', {}, 'c2'),
      ),
    ).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Hi there' },
      { type: 'call_delta', id: 'c1', name: 'read', text: '{"path":"a"}' },
      { type: 'call_delta', id: 'c2', name: 'list', text: '{}' },
      { type: 'call', call: { id: 'c1', name: 'read', arguments: '{"path":"a"}' } },
      { type: 'call', call: { id: 'c2', name: 'list', arguments: '{}' } },
      { type: 'finish', reason: 'tool_calls', tokens: TOKENS },
    ]);
  });

  test('characters that packets cut stay whole', async () => {
    const text = 'Grüße, 世界 👩‍👩‍👧 — fin';
    const { model } = await serve([{ parts: [{ text }], sliceBytes: 1 }]);
    expect(joined(await ask(model))[0]).toEqual({ type: 'text', text });
  });

  test('empty pieces say nothing', async () => {
    const events = await answer({ text: '' }, { text: 'Hi' }, { text: '' });
    expect(
      events
        .filter((event) => event.type === 'text')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Hi');
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  test('an answer that nobody counted costs an unknown amount', async () => {
    const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
    expect((await answer({ text: 'Hi' }, { usage: {} })).at(-1)).toEqual({ type: 'finish', reason: 'stop', tokens });
  });

  test('counts that cannot be are none', async () => {
    // As each of the formats names them.
    const usage = {
      prompt_tokens: -7,
      completion_tokens: 1.5,
      input_tokens: -7,
      output_tokens: 1.5,
      promptTokenCount: -7,
      candidatesTokenCount: 1.5,
    };
    const [last] = (await answer({ text: 'Hi' }, { usage })).slice(-1);
    expect(last).toMatchObject({ type: 'finish', tokens: { input: 0, output: 2 } });
  });

  test('a limit of output and a refusal are told apart from an end', async () => {
    expect((await answer({ text: 'Hi' }, { finish: words.length })).at(-1)).toMatchObject({ reason: 'length' });
    expect((await answer({ text: 'No' }, { finish: words.refusal })).at(-1)).toMatchObject({
      reason: 'content_filter',
    });
  });

  test('an overload is told, before the first token and after it, and by status', async () => {
    const failed = { type: 'failed', error: { code: 'model_overloaded', retryable: true } };
    expect(await answer({ error: words.overloaded })).toMatchObject([failed]);
    expect((await answer({ text: 'Hi' }, { error: words.overloaded })).at(-1)).toMatchObject(failed);
    const { model, server } = await serve([
      { status: 529, headers: { 'retry-after': '3' }, body: { error: words.overloaded } },
    ]);
    expect(await ask(model)).toMatchObject([{ ...failed, error: { ...failed.error, retryAfterMs: 3000 } }]);
    expect(server.requests).toHaveLength(1);
  });

  test('a wrong key is refused in words that do not show it', async () => {
    const { model } = await serve([words.wrongKey], 'k-123456');
    const events = await ask(model);
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'model_auth', retryable: false } }]);
    expect(JSON.stringify(events)).not.toContain('k-123456');
  });

  test('a spent quota, a lost model and a rate limit are told apart', async () => {
    const { model } = await serve([
      { status: 429, body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } } },
      {
        status: 404,
        body: { error: { message: 'model: test-model', type: 'not_found_error', code: 404, status: 'NOT_FOUND' } },
      },
      {
        status: 429,
        body: { error: { message: 'Slow down', type: 'rate_limit_error', code: 429, status: 'RESOURCE_EXHAUSTED' } },
      },
    ]);
    expect(await ask(model)).toMatchObject([{ error: { code: 'insufficient_quota', retryable: false } }]);
    expect(await ask(model)).toMatchObject([{ error: { code: 'model_not_found', retryable: false } }]);
    expect(await ask(model)).toMatchObject([{ error: { code: 'rate_limited', retryable: true } }]);
  });

  test('an error that no one knows cuts the answer, with its words', async () => {
    const error = { type: 'odd', code: 'odd', message: 'The lights went out', status: 'ODD', param: null };
    expect((await answer({ text: 'Hi' }, { error })).at(-1)).toMatchObject({
      type: 'failed',
      error: { code: 'stream_cut', message: expect.stringContaining('The lights went out') as string },
    });
  });

  test('an answer that breaks off is never whole, nor are its calls', async () => {
    const { model } = await serve([
      { parts: [{ text: 'Hi' }, call('remove', { path: 'a' }), { cut: true }] },
      { parts: [{ text: 'Hi' }, call('remove', { path: 'a' })], unfinished: true },
      { parts: [{ text: 'Hi' }, { data: '{"not' }, { cut: true }] },
    ]);
    for (const _ of [1, 2, 3]) {
      const events = await ask(model);
      expect(events.filter(({ type }) => type === 'call')).toEqual([]);
      expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'stream_cut' } });
    }
  });

  test('a page under a good status is named as such', async () => {
    const headers = { 'content-type': 'text/html' };
    const { model } = await serve([{ status: 200, headers, body: '<!doctype html><title>Sign in</title>' }]);
    expect(await ask(model)).toMatchObject([{ error: { code: 'model_unreachable', retryable: false } }]);
  });

  test('what comes is passed on before the rest has come, and an abort lets the connection go', async () => {
    const { model, server } = await serve([{ parts: [{ text: 'one' }, { hold: hold() }] }]);
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.stream(HELLO, controller.signal)) {
      events.push(event);
      controller.abort();
    }
    expect(events).toMatchObject([
      { type: 'text', text: 'one' },
      { type: 'failed', error: { code: 'aborted' } },
    ]);
    await expect.poll(() => server.open()).toBe(0);
  });

  test('what the provider asked back goes back to the same model, and to no other', async () => {
    const parts: readonly ServerPart[] = [
      { reasoning: 'Let me see', signature: 'SIGNED-THOUGHT' },
      { text: 'I read it.' },
      { call: { id: 'c1', name: 'read', arguments: '{"path":"a"}', signature: 'SIGNED-CALL' } },
    ];
    const { model, server } = await serve(() => ({ parts }));
    const finish = (await ask(model)).at(-1);
    const providerData = finish?.type === 'finish' ? finish.providerData : undefined;
    const messages: readonly Message[] = [
      { role: 'user', content: 'Read it' },
      {
        role: 'assistant',
        text: 'I read it.',
        reasoning: 'Let me see',
        toolCalls: [{ id: 'c1', name: 'read', arguments: '{"path":"a"}' }],
        ...(providerData === undefined ? {} : { providerData }),
      },
      { role: 'tool', toolCallId: 'c1', toolName: 'read', content: 'A', isError: false },
    ];
    const request: ModelRequest = { ...HELLO, messages };
    await ask(model, request);
    const sentBack = JSON.stringify(server.requests[1]?.body);
    // Chat completions have no such thing: there the reasoning stays out.
    expect(sentBack.includes('SIGNED-THOUGHT')).toBe(kind !== 'openai-compatible');
    expect(sentBack.includes('SIGNED-CALL')).toBe(kind === 'google');
    expect(sentBack.includes('Let me see')).toBe(kind !== 'openai-compatible');
    expect(sentBack.split('I read it.')).toHaveLength(2);

    const other = await servedModel(kind, { script: [say('Hi')], modelName: 'another' });
    servers.push(other.server);
    await ask(other.model, request);
    const sentAway = JSON.stringify(other.server.requests[0]?.body);
    expect(sentAway).not.toMatch(/SIGNED|Let me see/);
    expect(sentAway).toContain('I read it.');
  });
});
