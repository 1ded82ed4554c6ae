import { expect, test } from 'vitest';
import { windowOf } from './windows.ts';

test.each([
  ['anthropic', '', 'claude-haiku-4-5-20251001', 200_000],
  ['anthropic', 'https://gateway.example', 'claude-opus-5-5', 1_000_000],
  ['openai-compatible', 'https://api.openai.com/v1', 'gpt-5', 272_000],
  ['openai-compatible', 'http://127.0.0.1:1234/v1', 'gpt-5', undefined],
  ['google', '', 'gemini-0', undefined],
  ['openai', '', 'constructor', undefined],
] as const)('%s at “%s”: %s', (kind, baseUrl, modelName, tokens) => {
  expect(windowOf({ kind, baseUrl, modelName })).toBe(tokens);
});
