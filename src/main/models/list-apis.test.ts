import { expect, test } from 'vitest';
import type { ProviderKind } from '../../shared/models/provider-kind.ts';
import { listModels } from './addresses.ts';

/** What an address is asked, and how it answers page by page. */
async function listed(kind: ProviderKind, baseUrl: string, pages: readonly object[]) {
  const asked: { readonly url: string; readonly headers: unknown }[] = [];
  const models = await listModels({
    kind,
    baseUrl,
    apiKey: 'k',
    fetch: async (url, init) => {
      asked.push({ url: url instanceof URL ? url.href : '', headers: init?.headers });
      return Response.json(pages[asked.length - 1] ?? {});
    },
  });
  return { models: models.ok ? models.value.map(({ name }) => name) : models.error, asked };
}

test('Anthropic, page by page', async () => {
  const pages = [
    { data: [{ id: 'claude-b' }, { id: 'claude-a' }], has_more: true, last_id: 'claude-a' },
    { data: [{ id: 'claude-c' }], has_more: false, last_id: 'claude-c' },
  ];
  const headers = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' };
  expect(await listed('anthropic', '', pages)).toEqual({
    models: ['claude-b', 'claude-a', 'claude-c'],
    asked: [
      { url: 'https://api.anthropic.com/v1/models?limit=1000', headers },
      { url: 'https://api.anthropic.com/v1/models?limit=1000&after_id=claude-a', headers },
    ],
  });
});

test('Google, page by page, without what writes no text', async () => {
  const pages = [
    { models: [{ name: 'models/gemini-a', supportedGenerationMethods: ['generateContent'] }], nextPageToken: 'p2' },
    { models: [{ name: 'models/embed', supportedGenerationMethods: ['embedContent'] }, { name: 'models/gemini-b' }] },
  ];
  const headers = { 'x-goog-api-key': 'k' };
  const base = 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000';
  expect(await listed('google', '', pages)).toEqual({
    models: ['gemini-a', 'gemini-b'],
    asked: [
      { url: base, headers },
      { url: `${base}&pageToken=p2`, headers },
    ],
  });
});

test('OpenAI, without what answers no messages; behind another address everything', async () => {
  const data = ['gpt-5', 'text-embedding-3-small', 'whisper-1', 'tts-1', 'gpt-4o-realtime-preview', 'o3', 'sora-2'];
  const page = { data: data.map((id) => ({ id })) };
  expect((await listed('openai', '', [page])).models).toEqual(['gpt-5', 'o3']);
  expect((await listed('openai', 'https://gateway.example/v1', [page])).models).toEqual(data);
});

test('a list that never ends is given up', async () => {
  const page = { data: [{ id: 'a' }], has_more: true, last_id: 'a' };
  const { asked, models } = await listed(
    'anthropic',
    '',
    Array.from({ length: 50 }, () => page),
  );
  expect(asked).toHaveLength(20);
  expect(models).toEqual(['a']);
});

test('a provider’s own host is not asked without a key', async () => {
  const answer = await listModels({ kind: 'google', baseUrl: '' });
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'model_auth',
      message: 'generativelanguage.googleapis.com asks for a key',
      hint: 'Enter the key in Settings → Providers & keys, or set GOOGLE_GENERATIVE_AI_API_KEY',
    },
  });
});

test.each<[ProviderKind, object, object]>([
  ['anthropic', { data: [{ id: 'a', max_input_tokens: 1_000_000 }] }, { name: 'a', contextWindow: 1_000_000 }],
  ['google', { models: [{ name: 'models/a', inputTokenLimit: 1_048_576 }] }, { name: 'a', contextWindow: 1_048_576 }],
  ['openai-compatible', { data: [{ id: 'a', context_length: 65_536 }] }, { name: 'a', contextWindow: 65_536 }],
  ['openai-compatible', { data: [{ id: 'a', max_model_len: 32_768 }] }, { name: 'a', contextWindow: 32_768 }],
  ['openai-compatible', { data: [{ id: 'a', context_length: 'long', max_model_len: 0 }] }, { name: 'a' }],
  ['openai', { data: [{ id: 'a' }] }, { name: 'a' }],
])('%s tells how much its models can read, or does not', async (kind, body, model) => {
  const fetch = async () => Response.json(body);
  expect(await listModels({ kind, baseUrl: 'https://models.example', apiKey: 'k', fetch })).toEqual({
    ok: true,
    value: [model],
  });
});
