import { expect, test } from 'vitest';
import type { Message } from '../../shared/thread/message.ts';
import type { Model, ModelEvent, ModelRequest } from '../agent/model.ts';
import type { Scenario } from './scenario.ts';
import { scriptedModel, type Sleep } from './scripted.ts';

const scenario: Scenario = {
  steps: [
    {
      reasoning: 'Let me see.',
      text: 'I look first.',
      calls: [{ name: 'look', arguments: { at: 'everything here' } }],
    },
    {
      calls: [
        { name: 'fix', arguments: '{"half' },
        { name: 'fix', arguments: {} },
      ],
      cost: 0.5,
    },
    { text: 'All done, my friend.' },
    (request) => ({ text: `You said: ${String(request.messages.at(-1)?.role)}` }),
  ],
  after: 'It is over.',
};

function request(...messages: readonly Message[]): ModelRequest {
  return { instructions: '', messages: [user('Begin'), ...messages], tools: [] };
}

function user(content: string): Message {
  return { role: 'user', content };
}

function assistant(text: string, ...names: readonly string[]): Message {
  const toolCalls = names.map((name, index) => ({ id: `call_x_${index}`, name, arguments: '{}' }));
  return { role: 'assistant', text, reasoning: '', toolCalls };
}

async function ask(model: Model, asked: ModelRequest, signal = new AbortController().signal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(asked, signal)) events.push(event);
  return events;
}

const model = scriptedModel({ id: 'demo/scripted', scenario });

async function textOf(...messages: readonly Message[]): Promise<string> {
  const events = await ask(model, request(...messages));
  return events
    .map((event) => (event.type === 'text' ? event.text : event.type === 'call' ? `<${event.call.id}>` : ''))
    .join('');
}

test('streams words, then calls in pieces, then usage', async () => {
  expect(await ask(model, request())).toEqual([
    { type: 'reasoning', text: 'Let' },
    { type: 'reasoning', text: ' me' },
    { type: 'reasoning', text: ' see.' },
    { type: 'text', text: 'I' },
    { type: 'text', text: ' look' },
    { type: 'text', text: ' first.' },
    { type: 'call_delta', id: 'call_1_1', name: 'look', text: '{"at":"everything here"}' },
    { type: 'call', call: { id: 'call_1_1', name: 'look', arguments: '{"at":"everything here"}' } },
    {
      type: 'finish',
      reason: 'tool_calls',
      tokens: { input: 20, output: 14, cacheRead: 0, cacheWrite: 0, reasoning: 3 },
    },
  ]);
});

test('raw arguments stay raw, and a cost is told', async () => {
  const events = await ask(model, request(assistant('I look first.', 'look')));
  expect(events.filter((event) => event.type === 'call')).toEqual([
    { type: 'call', call: { id: 'call_2_1', name: 'fix', arguments: '{"half' } },
    { type: 'call', call: { id: 'call_2_2', name: 'fix', arguments: '{}' } },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'tool_calls', cost: 0.5 });
});

test('the request tells which step comes', async () => {
  const looked = assistant('I look first.', 'look');
  const fixed = assistant('', 'fix', 'fix');
  const done = assistant('All done, my friend.');
  expect(await textOf(looked, fixed)).toBe('All done, my friend.');
  expect(await textOf(looked, fixed, done, user('Thanks'))).toBe('You said: user');
  expect(await textOf(looked, fixed, done, user('Thanks'), assistant('You said: user'), user('Bye'))).toBe(
    'It is over.',
  );
});

test('an answer that was stopped half-way is given again', async () => {
  const looked = assistant('I look first.', 'look');
  const fixed = assistant('', 'fix');
  expect(await textOf(assistant('I look'), user('continue'))).toBe('I look first.<call_1_1>');
  expect(await textOf(assistant('I look first.'), user('continue'))).toBe('I look first.<call_1_1>');
  expect(await textOf(looked, fixed, assistant('All done'), user('continue'))).toBe('All done, my friend.');
});

test('a failure comes after what was said, or before anything', async () => {
  const error = { code: 'model_overloaded', message: 'Busy', retryable: true };
  const failing = scriptedModel({ id: 'x', scenario: { steps: [{ text: 'Hm', failure: error }] } });
  expect(await ask(failing, request())).toEqual([
    { type: 'text', text: 'Hm' },
    { type: 'failed', error },
  ]);
  const silent = scriptedModel({ id: 'x', scenario: { steps: [{ failure: error }] } });
  expect(await ask(silent, request())).toEqual([{ type: 'failed', error }]);
});

test('what an answer says of itself counts', async () => {
  const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, reasoning: 5 };
  const steps = [{ text: 'Too lo', finish: 'length', tokens } as const];
  expect((await ask(scriptedModel({ id: 'x', scenario: { steps } }), request())).at(-1)).toEqual({
    type: 'finish',
    reason: 'length',
    tokens,
  });
});

test('texts come back whole, whatever space is in them', async () => {
  const text = '  One\n\n* two  three\n```\n  four\n```\n';
  const spaced = scriptedModel({ id: 'x', scenario: { steps: [{ text }] } });
  const events = await ask(spaced, request());
  expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe(text);
});

test('keeps the pace', async () => {
  const slept: number[] = [];
  const sleep: Sleep = async (ms) => void slept.push(ms);
  const steps = [{ wait: 300, reasoning: 'So', text: 'one two', calls: [{ name: 'f', arguments: 'x'.repeat(37) }] }];
  await ask(scriptedModel({ id: 'x', scenario: { steps }, pace: { wordsPerSecond: 20, sleep } }), request());
  expect(slept).toEqual([300, 50, 50, 50, 50, 50]);
});

test.each([[0], [1], [3]])('an abort during sleep %i ends the stream', async (at) => {
  const controller = new AbortController();
  let slept = 0;
  const sleep: Sleep = async () => {
    if (slept === at) controller.abort();
    slept += 1;
  };
  const steps = [{ wait: 300, text: 'one two three four' }];
  const slow = scriptedModel({ id: 'x', scenario: { steps }, pace: { wordsPerSecond: 20, sleep } });
  const events = await ask(slow, request(), controller.signal);
  expect(events.map((event) => event.type)).toEqual([...Array<string>(Math.max(0, at - 1)).fill('text'), 'failed']);
  expect(events.at(-1)).toEqual({
    type: 'failed',
    error: { code: 'aborted', message: 'The answer was stopped', retryable: false },
  });
});

test('without a pace an abort is seen as well', async () => {
  const controller = new AbortController();
  const types: string[] = [];
  for await (const event of model.stream(request(), controller.signal)) {
    types.push(event.type);
    controller.abort();
  }
  expect(types).toEqual(['reasoning', 'failed']);
});
