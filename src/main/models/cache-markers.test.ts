import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { withCacheMarkers } from './cache-markers.ts';

const user = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (): LanguageModelV4Message => ({ role: 'assistant', content: [{ type: 'text', text: 'Yes' }] });
const result = (toolCallId: string): LanguageModelV4Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'read', output: { type: 'text', value: 'A' } }],
});
const tool = (name: string): LanguageModelV4FunctionTool => ({ type: 'function', name, inputSchema: {} });

/** The places that carry the marker. */
function marked(prompt: readonly LanguageModelV4Message[], tools: readonly LanguageModelV4FunctionTool[]) {
  const result = withCacheMarkers(prompt, tools);
  const at = (all: readonly { providerOptions?: unknown }[]) =>
    all.flatMap(({ providerOptions }, index) => (providerOptions === undefined ? [] : [index]));
  return { prompt: at(result.prompt), tools: at(result.tools) };
}

test('marks the last tool, the instructions, and the last two messages before an answer', () => {
  const system: LanguageModelV4Message = { role: 'system', content: 'Be brief' };
  const prompt = [system, user('1'), assistant(), result('a'), result('b'), assistant(), user('2')];
  expect(marked(prompt, [tool('x'), tool('y')])).toEqual({ prompt: [0, 4, 6], tools: [1] });
});

test('marks what there is', () => {
  expect(marked([user('1')], [])).toEqual({ prompt: [0], tools: [] });
  expect(marked([user('1'), assistant()], [])).toEqual({ prompt: [0], tools: [] });
  expect(marked([user('1'), assistant(), user('2'), user('3')], [])).toEqual({ prompt: [0, 3], tools: [] });
  expect(marked([], [])).toEqual({ prompt: [], tools: [] });
});
