import { expect, test } from 'vitest';
import { chooseModel } from './choose-model.ts';

const MODELS = ['local/qwen3', 'local/qwen3-coder', 'anthropic/claude', 'anthropic/haiku'];

test.each([
  ['local/qwen3', 'local/qwen3'],
  ['CLAUDE', 'anthropic/claude'],
  ['coder', 'local/qwen3-coder'],
  ['other/none-yet', 'other/none-yet'],
  ['own', null],
])('%s is %s', (query, model) => {
  expect(chooseModel(query, MODELS)).toEqual({ ok: true, value: model });
});

test('several, or none, are told', () => {
  expect(chooseModel('qwen', MODELS)).toEqual({
    ok: false,
    error: {
      code: 'model_ambiguous',
      message: '“qwen” may be any of: “local/qwen3”, “local/qwen3-coder”',
      hint: 'Write more of it.',
    },
  });
  const many = Array.from({ length: 9 }, (_, n) => `a/m${n}`);
  expect(chooseModel('m', many)).toMatchObject({
    error: { message: '“m” may be any of: “a/m0”, “a/m1”, “a/m2”, “a/m3”, “a/m4”, …' },
  });
  expect(chooseModel('gpt', MODELS)).toEqual({
    ok: false,
    error: {
      code: 'model_not_found',
      message: 'No model is called “gpt”.',
      hint: 'Write a part of its name, or <address>/<model>.',
    },
  });
});
