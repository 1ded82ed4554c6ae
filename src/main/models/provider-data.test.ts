import { expect, test } from 'vitest';
import type { AssistantMessage } from '../../shared/thread/message.ts';
import { collectProviderData, replayedParts } from './provider-data.ts';

const MESSAGE: AssistantMessage = {
  role: 'assistant',
  text: 'one two',
  reasoning: 'hm so',
  toolCalls: [{ id: 'c', name: 'read', arguments: '{}' }],
};

function collected() {
  const back = collectProviderData('anthropic', 'm');
  back.add('reasoning', '0', 2, undefined);
  back.add('reasoning', '0', 0, { anthropic: { signature: 's1' } });
  back.add('text', '1', 4, undefined);
  back.add('reasoning', '2', 3, { anthropic: { redactedData: 'r' } });
  back.add('reasoning', '2', 0, { anthropic: { signature: 's2' } });
  back.add('text', '3', 3, undefined);
  back.add('call', 'c', 0, { anthropic: { caller: 'x' } });
  return back.result();
}

test('an answer comes back part by part, each with its data', () => {
  expect(replayedParts({ ...MESSAGE, providerData: collected() ?? null }, 'anthropic', 'm')).toEqual([
    { type: 'reasoning', text: 'hm', data: { anthropic: { signature: 's1' } } },
    { type: 'text', text: 'one ' },
    { type: 'reasoning', text: ' so', data: { anthropic: { redactedData: 'r', signature: 's2' } } },
    { type: 'text', text: 'two' },
    { type: 'call', data: { anthropic: { caller: 'x' } } },
  ]);
});

test('it goes to the kind and the model that it is of, and fits the message or stays out', () => {
  const providerData = collected() ?? null;
  const message = { ...MESSAGE, providerData };
  expect(replayedParts(message, 'openai', 'm')).toBeUndefined();
  expect(replayedParts(message, 'anthropic', 'n')).toBeUndefined();
  expect(replayedParts({ ...message, text: 'one twо!' }, 'anthropic', 'm')).toBeUndefined();
  expect(replayedParts({ ...message, reasoning: '' }, 'anthropic', 'm')).toBeUndefined();
  expect(replayedParts({ ...message, toolCalls: [] }, 'anthropic', 'm')).toBeUndefined();
  expect(replayedParts({ ...message, providerData: { foreign: true } }, 'anthropic', 'm')).toBeUndefined();
  expect(replayedParts(MESSAGE, 'anthropic', 'm')).toBeUndefined();
});

test('where the provider asks nothing back, nothing is kept', () => {
  const back = collectProviderData('openai-compatible', 'm');
  back.add('reasoning', '0', 2, undefined);
  back.add('text', '1', 4, undefined);
  expect(back.result()).toBeUndefined();
});
