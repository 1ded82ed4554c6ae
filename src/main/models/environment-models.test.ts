import { expect, test } from 'vitest';
import { modelsFromEnvironment } from './environment-models.ts';
import { ask } from './testing/served-model.ts';

test('knows the models of the providers that it has a name for', async () => {
  const models = modelsFromEnvironment({ ANTHROPIC_API_KEY: 'k' });
  for (const id of [
    'anthropic/claude-sonnet-5-5',
    'openai/gpt-5',
    'google/x',
    'openrouter/meta/llama',
    'ollama/qwen3',
  ]) {
    expect(models(id)?.id).toBe(id);
  }
  for (const id of ['anthropic', 'anthropic/', '/x', 'nowhere/x', 'toString/x', '']) expect(models(id)).toBeUndefined();
});

test('a model without its key fails with what to set', async () => {
  const model = modelsFromEnvironment({})('google/gemini-2.5-pro');
  expect(model && (await ask(model))).toEqual([
    {
      type: 'failed',
      error: {
        code: 'model_auth',
        message: 'There is no key for google/gemini-2.5-pro',
        hint: 'Set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY',
        retryable: false,
      },
    },
  ]);
});
