import { expect, test } from 'vitest';
import { environmentKey } from './environment-keys.ts';

const ENV = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: ' o ', GEMINI_API_KEY: 'g', OPENROUTER_API_KEY: 'r' };

test('a key of the environment is for the provider’s own address', () => {
  expect(environmentKey({ kind: 'anthropic', baseUrl: '' }, ENV)).toEqual({ variable: 'ANTHROPIC_API_KEY', key: 'a' });
  expect(environmentKey({ kind: 'openai', baseUrl: 'https://api.openai.com/v1/' }, ENV)?.key).toBe('o');
  expect(environmentKey({ kind: 'google', baseUrl: '' }, ENV)?.key).toBe('g');
  expect(environmentKey({ kind: 'google', baseUrl: '' }, { ...ENV, GOOGLE_GENERATIVE_AI_API_KEY: 'gg' })?.key).toBe(
    'gg',
  );
  const openrouter = { kind: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1' } as const;
  expect(environmentKey(openrouter, ENV)).toEqual({ variable: 'OPENROUTER_API_KEY', key: 'r' });
});

test.each([
  ['anthropic', 'http://127.0.0.1:9/v1'],
  ['anthropic', 'http://api.anthropic.com/v1'],
  ['openai', 'https://api.openai.com.evil.example/v1'],
  ['openai-compatible', 'https://api.openai.com/v1'],
  ['openai-compatible', 'https://openrouter.ai.evil.example/api/v1'],
  ['openai-compatible', 'http://openrouter.ai/api/v1'],
] as const)('none goes to %s at %s', (kind, baseUrl) => {
  expect(environmentKey({ kind, baseUrl }, ENV)).toBeUndefined();
});

test('an empty variable holds none', () => {
  expect(environmentKey({ kind: 'anthropic', baseUrl: '' }, { ANTHROPIC_API_KEY: ' ' })).toBeUndefined();
});
