import { expect, test } from 'vitest';
import { priceOf } from './prices.ts';

const tokens = { input: 1_000_000, output: 100_000, cacheRead: 0, cacheWrite: 0, reasoning: 50_000 };
const anthropic = (modelName: string) =>
  ({ kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', modelName }) as const;

test('each token is paid once, at its own rate; reasoning is part of the output', () => {
  expect(priceOf(anthropic('claude-haiku-4-5'), tokens)).toBeCloseTo(1 + 0.5, 10);
  const cached = { ...tokens, cacheRead: 600_000, cacheWrite: 300_000 };
  expect(priceOf(anthropic('claude-haiku-4-5'), cached)).toBeCloseTo(0.1 + 0.06 + 0.375 + 0.5, 10);
});

test('a long request is paid at the rates for long ones, from the first token on', () => {
  const google = { kind: 'google', baseUrl: '', modelName: 'gemini-2.5-pro' } as const;
  expect(priceOf(google, { ...tokens, input: 200_000 })).toBeCloseTo(0.25 + 1, 10);
  expect(priceOf(google, { ...tokens, input: 200_001 })).toBeCloseTo(0.500_002_5 + 1.5, 10);
});

test('a snapshot costs what its model does, and nothing else with a like name is priced', () => {
  expect(priceOf(anthropic('claude-haiku-4-5-20251001'), tokens)).toBe(priceOf(anthropic('claude-haiku-4-5'), tokens));
  const openai = (modelName: string) => ({ kind: 'openai', baseUrl: '', modelName }) as const;
  expect(priceOf(openai('gpt-5-2025-08-07'), tokens)).toBe(priceOf(openai('gpt-5'), tokens));
  for (const name of ['gpt-5-pro', 'gpt-5.', 'gpt', 'claude-haiku-4-5', 'toString', '']) {
    expect(priceOf(openai(name), tokens)).toBeUndefined();
  }
});

test('a compatible address is priced at the maker’s own host alone', () => {
  const at = (baseUrl: string) => ({ kind: 'openai-compatible', baseUrl, modelName: 'gpt-5' }) as const;
  expect(priceOf(at('https://api.openai.com/v1'), tokens)).toBeCloseTo(2.25, 10);
  for (const url of [
    'http://127.0.0.1:11434/v1',
    'https://openrouter.ai/api/v1',
    'https://api.openai.com.evil.example/v1',
    'nonsense',
  ]) {
    expect(priceOf(at(url), tokens)).toBeUndefined();
  }
});

test('a gateway of a kind is priced as the kind is', () => {
  const gateway = { ...anthropic('claude-opus-5-5'), baseUrl: 'https://gateway.example/v1' };
  expect(priceOf(gateway, tokens)).toBeCloseTo(4 + 2, 10);
});
