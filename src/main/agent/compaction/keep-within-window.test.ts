import { expect, test } from 'vitest';
import { z } from 'zod';
import { isPathEntry } from '../../../shared/thread/entry.ts';
import { messagesOf, type Message } from '../../../shared/thread/messages.ts';
import { todosIn } from '../../../shared/todos/list.ts';
import type { ModelFailure } from '../model.ts';
import { counting, summaryModel } from '../testing/summary-model.ts';
import { createWorld, told, type World } from '../testing/world.ts';
import { defineTool } from '../tool.ts';

/** Answers with as many letters as it is told, a token to every four. */
const read = defineTool<{ n: number }>({
  name: 'read',
  description: '',
  input: z.strictObject({ n: z.number() }),
  concurrency: 'parallel',
  execute: async ({ n }) => ({ content: 'x'.repeat(n) }),
});

const calls = (n: number, input: number) => ({ calls: [{ name: 'read', arguments: { n } }], tokens: counting(input) });
const TOO_LONG: ModelFailure = { code: 'context_too_long', message: 'Too long', retryable: false };

const messages = (world: World): readonly Message[] => messagesOf(world.entries.filter(isPathEntry));
/** `role: beginning of the text or names of calls`. */
const short = (all: readonly Message[]): readonly string[] =>
  all.map((message) =>
    message.role === 'assistant'
      ? `assistant: ${message.text}${message.toolCalls.map(({ name }) => `+${name}`).join('')}`
      : `${message.role}: ${message.content.slice(0, 20).replaceAll('\n', ' ')}`,
  );
const SUMMARY = 'user: What came before is ';

test('past its share of the window, a run summarises what is old and goes on', async () => {
  const world = createWorld();
  const model = summaryModel({
    contextWindow: 1000,
    answers: [calls(40, 100), calls(80, 700), calls(40, 810), { text: 'Done.' }],
    summaries: [{ text: 'All read.', tokens: counting(500, 10), cost: 0.25 }],
  });
  const ran = await world.run([], { tools: [read], model, compaction: { share: 0.8, keepTokens: 50 } });
  expect(ran.outcome).toEqual({ status: 'finished' });
  expect(told(world)).toEqual([
    'user Go',
    'assistant +read',
    'usage',
    'tool_started call_1_1',
    `result call_1_1 ${'x'.repeat(40)}`,
    'assistant +read',
    'usage',
    'tool_started call_1_1',
    `result call_1_1 ${'x'.repeat(80)}`,
    'assistant +read',
    'usage',
    'tool_started call_1_1',
    `result call_1_1 ${'x'.repeat(40)}`,
    'compaction',
    'usage',
    'assistant Done.',
    'usage',
  ]);
  const compaction = world.entries.find(({ kind }) => kind === 'compaction');
  const third = world.entries.filter(({ kind }) => kind === 'assistant_message')[2];
  expect(compaction).toMatchObject({
    trigger: 'threshold',
    summary: 'All read.',
    model: 'scripted/test',
    firstKeptId: third?.id,
    before: { tokens: 824, estimated: true },
    after: { estimated: true },
    durationMs: 0,
  });
  expect(world.entries.filter((entry) => entry.kind === 'usage' && entry.targetId === compaction?.id)).toMatchObject([
    { tokens: counting(500, 10), cost: 0.25 },
  ]);
  expect(short(model.asked[3]?.messages ?? [])).toEqual([SUMMARY, 'assistant: +read', `tool: ${'x'.repeat(20)}`]);
  expect(model.toSummarise[0]).toContain(
    `Person: Go\n\nAgent:\n[calls read {"n":40}]\n\nResult of read: ${'x'.repeat(40)}`,
  );
  expect(world.live.map(({ type }) => type).filter((type) => type.startsWith('compact'))).toEqual([
    'compacting',
    'compacted',
  ]);
});

test('old outputs are cleared first, and that may do', async () => {
  const world = createWorld();
  const model = summaryModel({
    contextWindow: 1000,
    answers: [calls(2000, 100), calls(800, 610), { text: 'Done.' }],
    summaries: [],
  });
  await world.run([], { tools: [read], model, compaction: { keepTokens: 250 } });
  expect(told(world).filter((line) => !line.startsWith('result'))).toEqual([
    'user Go',
    'assistant +read',
    'usage',
    'tool_started call_1_1',
    'assistant +read',
    'usage',
    'tool_started call_1_1',
    'outputs_cleared',
    'assistant Done.',
    'usage',
  ]);
  expect(short(model.asked[2]?.messages ?? [])).toEqual([
    'user: Go',
    'assistant: +read',
    'tool: [This output of 2000',
    'assistant: +read',
    `tool: ${'x'.repeat(20)}`,
  ]);
  // 610 by the provider and 204 since, without the 478 that a note stands for.
  expect(world.entries.find(({ kind }) => kind === 'outputs_cleared')).toMatchObject({
    trigger: 'threshold',
    before: { tokens: 814, estimated: true },
    after: { tokens: 336, estimated: true },
  });
});

test('without a window, or switched off, nothing is compacted by itself', async () => {
  for (const options of [{}, { contextWindow: 1000, automatic: false }]) {
    const world = createWorld();
    const { automatic = true, contextWindow } = options;
    const model = summaryModel({ contextWindow, answers: [calls(40, 5000), { text: 'Done.' }], summaries: [] });
    await world.run([], { tools: [read], model, compaction: { automatic } });
    expect(model.toSummarise).toEqual([]);
    expect(told(world)).not.toContain('compaction');
  }
});

test.each([
  ['failed', { failure: { code: 'model_auth', message: 'No key', retryable: false } }, 'model_auth', 0],
  ['empty', { text: ' \n', tokens: counting(70) }, 'summary_empty', 1],
  ['cut', { text: 'All r', finish: 'length', tokens: counting(70) }, 'summary_cut', 1],
  ['long', { text: 'words '.repeat(1000), tokens: counting(70) }, 'summary_long', 1],
] as const)(
  'a summary that is %s leaves all as it was, says so once, and the run goes on',
  async (_, summary, code, noted) => {
    const world = createWorld();
    const model = summaryModel({
      contextWindow: 1000,
      answers: [calls(40, 850), calls(40, 870), { text: 'Done.' }],
      summaries: [summary],
    });
    const ran = await world.run([], { tools: [read], model, compaction: { keepTokens: 20 } });
    expect(ran.outcome).toEqual({ status: 'finished' });
    expect(world.problems).toMatchObject([{ code }]);
    expect(told(world)).not.toContain('compaction');
    expect(model.toSummarise).toHaveLength(1);
    // Three answers, and what was spent in vain.
    expect(world.entries.filter(({ kind }) => kind === 'usage')).toHaveLength(3 + noted);
    expect(short(model.asked[2]?.messages ?? [])).toEqual(short(messages(world).slice(0, 5)));
  },
);

test('a passing failure is waited out', async () => {
  const world = createWorld();
  const model = summaryModel({
    contextWindow: 1000,
    answers: [calls(400, 850), { text: 'Done.' }],
    summaries: [{ failure: { code: 'rate_limited', message: 'Later', retryable: true } }, { text: 'Read.' }],
  });
  await world.run([], { tools: [read], model, compaction: { keepTokens: 0 } });
  expect(told(world)).toContain('compaction');
  expect(world.waits).toEqual([1000]);
  expect(world.problems).toEqual([]);
});

test('the second compaction keeps what the first kept or summarises it, and the first summary along', async () => {
  const world = createWorld();
  const model = summaryModel({
    contextWindow: 1000,
    answers: [calls(200, 100), calls(80, 900), calls(44, 100), calls(48, 900), { text: 'Done.' }],
    summaries: [{ text: 'First.' }, { text: 'Second.' }],
  });
  await world.run([], { tools: [read], model, compaction: { keepTokens: 40 } });
  expect(told(world).filter((line) => line === 'compaction')).toHaveLength(2);
  const [, second] = model.toSummarise;
  expect(second).toContain('The summary of what came before:\nFirst.');
  // What the first one kept.
  expect(second).toContain('[calls read {"n":80}]');
  expect(second).not.toContain('[calls read {"n":200}]');
  expect(short(model.asked[4]?.messages ?? [])).toEqual([SUMMARY, 'assistant: +read', `tool: ${'x'.repeat(20)}`]);
  expect(model.asked[4]?.messages[0]?.role === 'user' && model.asked[4].messages[0].content).toContain('Second.');
});

test('a request that the provider refuses as too long is sent again, shorter, once', async () => {
  const world = createWorld();
  const model = summaryModel({
    answers: [calls(400, 100), { failure: TOO_LONG }, { text: 'Done.' }],
    summaries: [{ text: 'Read.' }],
  });
  const ran = await world.run([], { tools: [read], model, compaction: { keepTokens: 10 } });
  expect(ran.outcome).toEqual({ status: 'finished' });
  expect(world.entries.find(({ kind }) => kind === 'compaction')).toMatchObject({
    trigger: 'overflow',
    firstKeptId: null,
  });
  expect(short(model.asked[2]?.messages ?? [])).toEqual([SUMMARY]);
});

test('when it is too long all the same, the run ends and says what to do', async () => {
  const world = createWorld();
  const model = summaryModel({
    answers: [calls(400, 100), { failure: TOO_LONG }, { failure: TOO_LONG }],
    summaries: [{ text: 'Read.' }],
  });
  const ran = await world.run([], { tools: [read], model, compaction: { keepTokens: 10 } });
  expect(ran.outcome).toEqual({ status: 'failed', error: { code: 'context_too_long', message: 'Too long' } });
  expect(model.toSummarise).toHaveLength(1);
});

test('what is too long to be summarised is shortened once', async () => {
  const world = createWorld();
  const model = summaryModel({
    answers: [
      { text: 'word '.repeat(500), calls: [{ name: 'read', arguments: { n: 4 } }] },
      { failure: TOO_LONG },
      { text: 'Done.' },
    ],
    summaries: [{ failure: TOO_LONG }, { text: 'Read.' }],
  });
  await world.run([], { tools: [read], model });
  const [whole = '', half = ''] = model.toSummarise;
  expect(half).toContain('characters left out');
  expect(half.length).toBeLessThan(whole.length * 0.6);
  expect(told(world)).toContain('compaction');
});

test('the list of todos comes back as one pair, however often it goes out of sight', async () => {
  const world = createWorld();
  const todos = [{ id: 'a', content: 'Read', status: 'in_progress' }] as const;
  const model = summaryModel({
    contextWindow: 1000,
    answers: [
      { calls: [{ name: 'write_todos', arguments: { todos } }], tokens: counting(100) },
      calls(80, 900),
      calls(84, 100),
      calls(88, 900),
      calls(92, 100),
      { text: 'Done.' },
    ],
    summaries: [{ text: 'First.' }, { text: 'Second.' }],
  });
  const ran = await world.run([], { tools: [read], todos: 'list', model, compaction: { keepTokens: 30 } });
  expect(told(world).filter((line) => line === 'compaction' || line === 'todos_restored')).toEqual([
    'compaction',
    'todos_restored',
    'compaction',
    'todos_restored',
  ]);
  const seen = messages(world);
  expect(short(seen)).toEqual([
    SUMMARY,
    'assistant: +read',
    `tool: ${'x'.repeat(20)}`,
    'assistant: +write_todos',
    'tool: Todo list (0 of 1 co',
    'assistant: +read',
    `tool: ${'x'.repeat(20)}`,
    'assistant: Done.',
  ]);
  expect(todosIn(seen)).toEqual(todos);
  expect(ran.todos).toEqual(todos);
  expect(world.announced).toEqual([todos]);
});

test('a plan in phases comes back as one view', async () => {
  const world = createWorld();
  const list = [{ phase: 'Read', items: ['One', 'Two'] }];
  const model = summaryModel({
    contextWindow: 1000,
    answers: [
      { calls: [{ name: 'todo', arguments: { op: 'init', list } }], tokens: counting(100) },
      calls(80, 900),
      calls(84, 100),
      calls(88, 900),
      { text: 'Which one?' },
    ],
    summaries: [{ text: 'First.' }, { text: 'Second.' }],
  });
  const ran = await world.run([], { tools: [read], todos: 'phases', model, compaction: { keepTokens: 30 } });
  expect(told(world).filter((line) => line === 'compaction' || line === 'todos_restored')).toEqual([
    'compaction',
    'todos_restored',
    'compaction',
    'todos_restored',
  ]);
  const shown = messages(world).filter((one) => one.role === 'tool' && one.toolName === 'todo');
  expect(shown).toEqual([expect.objectContaining({ content: expect.stringContaining('Two') as string })]);
  expect(ran.todoPhases?.map(({ name }) => name)).toEqual(['Read']);
});

test('a list that is still in sight, or that never was, is not put there again', async () => {
  const todos = [{ id: 'a', content: 'Read', status: 'in_progress' }] as const;
  const write = { name: 'write_todos', arguments: { todos } };
  for (const call of [write, { name: 'read', arguments: { n: 4 } }]) {
    const world = createWorld();
    const model = summaryModel({
      contextWindow: 1000,
      answers: [calls(400, 100), { calls: [call], tokens: counting(900) }, { text: 'Done.' }],
      summaries: [{ text: 'Read.' }],
    });
    await world.run([], { tools: [read], todos: 'list', model, compaction: { keepTokens: 60 } });
    expect(told(world).filter((line) => line === 'compaction' || line === 'todos_restored')).toEqual(['compaction']);
  }
});

test('what a person asks for while the run works comes before the next model call', async () => {
  const world = createWorld();
  const model = summaryModel({ answers: [calls(400, 100), { text: 'Done.' }], summaries: [{ text: 'Read.' }] });
  const asking = defineTool({
    ...read,
    execute: async () => {
      world.wishes.push({ instruction: 'Keep the API' });
      return { content: 'x'.repeat(400) };
    },
  });
  await world.run([], { tools: [asking], model });
  expect(model.toSummarise[0]).toContain('The person asks of this summary: Keep the API');
  expect(world.entries.find(({ kind }) => kind === 'compaction')).toMatchObject({
    trigger: 'person',
    instruction: 'Keep the API',
  });
  expect(told(world).at(-2)).toBe('assistant Done.');
});

test('a stop while it compacts stops the run, and leaves all as it was', async () => {
  const world = createWorld();
  const model = summaryModel({ contextWindow: 1000, answers: [calls(400, 900)], summaries: [] });
  const summariser = {
    id: 'other/model',
    async *stream() {
      yield { type: 'text', text: 'All' } as const;
      world.controller.abort('stopped');
      await new Promise(() => undefined);
    },
  };
  const ran = await world.run([], { tools: [read], model, summariser });
  expect(ran.outcome).toEqual({ status: 'stopped' });
  expect(told(world).at(-1)).toBe(`result call_1_1 ${'x'.repeat(400)}`);
  expect(world.problems).toEqual([]);
});
