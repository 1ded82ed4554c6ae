import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { Model, ModelEvent, ModelFailure } from './model.ts';
import { createWorld, told } from './testing/world.ts';
import { defineTool, toolError, type AnyTool, type ToolContext } from './tool.ts';

const echo = defineTool({
  name: 'echo',
  description: 'Says it again',
  input: z.strictObject({ text: z.string() }),
  concurrency: 'parallel',
  execute: async ({ text }) => ({ content: text }),
});

function tool(name: string, execute: (context: ToolContext) => Promise<string>, more: Partial<AnyTool> = {}): AnyTool {
  const plain = defineTool({
    name,
    description: name,
    input: z.looseObject({}),
    concurrency: 'parallel',
    execute: async (_, context) => ({ content: await execute(context) }),
  });
  return { ...plain, ...more };
}

const call = (name: string, args: object | string = {}) => ({ name, arguments: args });
const overloaded: ModelFailure = { code: 'model_overloaded', message: 'Overloaded', retryable: true };

describe('a run', () => {
  it('goes on until the model calls nothing more', async () => {
    const world = createWorld();
    const { outcome } = await world.run([{ text: 'Look', calls: [call('echo', { text: 'hi' })] }, { text: 'Done' }], {
      tools: [echo],
    });
    expect(outcome).toEqual({ status: 'finished' });
    expect(told(world)).toEqual([
      'user Go',
      'assistant Look+echo',
      'usage',
      'tool_started call_1_1',
      'result call_1_1 hi',
      'assistant Done',
      'usage',
    ]);
    expect(world.requests[1]?.messages).toEqual([
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        text: 'Look',
        reasoning: '',
        toolCalls: [{ id: 'call_1_1', name: 'echo', arguments: '{"text":"hi"}' }],
      },
      { role: 'tool', toolCallId: 'call_1_1', toolName: 'echo', content: 'hi', isError: false },
    ]);
  });

  it('ends at its limit of steps', async () => {
    const world = createWorld();
    const again = { calls: [call('echo', { text: 'x' })] };
    const { outcome } = await world.run([again, again, again], { tools: [echo], maxSteps: 2 });
    expect(outcome).toEqual({ status: 'limit', limit: 'steps' });
    expect(world.requests).toHaveLength(2);
  });

  it.each([
    ['length', 'answer_too_long'],
    ['content_filter', 'model_refused'],
  ] as const)('fails when the answer ended by %s', async (finish, code) => {
    const world = createWorld();
    const { outcome } = await world.run([{ text: 'Well', finish }]);
    expect(outcome).toMatchObject({ status: 'failed', error: { code } });
    expect(told(world)).toEqual(['user Go', 'assistant Well', 'usage']);
  });

  it('fails when the model says nothing', async () => {
    expect((await createWorld().run([{ text: ' ' }])).outcome).toMatchObject({ error: { code: 'empty_answer' } });
  });

  it('ends when the store takes no more', async () => {
    const world = createWorld();
    const { outcome } = await world.run([{ text: 'Hi' }], { full: (kind) => kind === 'assistant_message' });
    expect(outcome).toEqual({ status: 'failed', error: { code: 'disk_full', message: 'The disk is full' } });
  });
});

describe('calls that cannot run are answers that the model reads', () => {
  it.each([
    ['an unknown tool', call('nope'), 'There is no tool "nope". The tools are: echo.'],
    [
      'no JSON',
      call('echo', '{"text": '),
      'The arguments of echo are not valid JSON. Nothing was done. Call it again.',
    ],
    ['wrong arguments', call('echo', { text: 1 }), /^The arguments of echo are not valid: text: /],
    ['a tool that throws', call('bad'), 'bad failed: broken'],
    ['a tool that fails', call('sorry'), 'cannot'],
  ])('%s', async (_, wrong, content) => {
    const world = createWorld();
    const bad = tool('bad', () => Promise.reject(new Error('broken')));
    const sorry = tool('sorry', async () => '', { execute: async () => toolError('cannot') });
    const tools = wrong.name === 'nope' ? [echo] : [echo, bad, sorry];
    const { outcome } = await world.run([{ calls: [wrong] }, { text: 'Oh' }], { tools });
    expect(outcome).toEqual({ status: 'finished' });
    const answer = world.requests[1]?.messages.at(-1);
    expect(answer).toMatchObject({ role: 'tool', toolCallId: 'call_1_1', isError: true });
    expect(answer).toMatchObject({ content: typeof content === 'string' ? content : expect.stringMatching(content) });
  });
});

describe('the calls of a step', () => {
  it('run together when they may, and answer in call order', async () => {
    const world = createWorld();
    const met = Promise.withResolvers<void>();
    const first = tool('first', async () => {
      await met.promise;
      return 'first';
    });
    const second = tool('second', async () => {
      met.resolve();
      return 'second';
    });
    await world.run([{ calls: [call('first'), call('second')] }, { text: 'Done' }], { tools: [first, second] });
    expect(told(world).filter((line) => line.startsWith('result'))).toEqual([
      'result call_1_2 second',
      'result call_1_1 first',
    ]);
    const contents = world.requests[1]?.messages.slice(2).map((message) => 'content' in message && message.content);
    expect(contents).toEqual(['first', 'second']);
  });

  it('an exclusive one runs alone and in order', async () => {
    const world = createWorld();
    let running = 0;
    const most: number[] = [];
    const work = async (): Promise<string> => {
      running += 1;
      most.push(running);
      await new Promise(setImmediate);
      running -= 1;
      return 'ok';
    };
    const tools = [tool('read', work), tool('write', work, { concurrency: 'exclusive' })];
    const calls = [call('write'), call('read'), call('read'), call('write')];
    await world.run([{ calls }, { text: 'Done' }], { tools });
    expect(most).toEqual([1, 1, 2, 1]);
  });

  it('of which there are hundreds neither run all at once nor hold up everything else', async () => {
    const world = createWorld();
    let running = 0;
    let most = 0;
    const read = tool('read', async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return 'ok';
    });
    const write = tool('write', async () => 'ok', { concurrency: 'exclusive' });
    const names = ['read', 'missing', 'write'].flatMap((name) => Array.from({ length: 100 }, () => name));
    let appends = 0;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    await world.run([{ calls: names.map((name) => call(name)) }, { text: 'Done' }], {
      tools: [read, write],
      full: () => {
        appends += 1;
        return false;
      },
    });
    clearImmediate(turning);
    expect(told(world).filter((line) => line.startsWith('result'))).toHaveLength(200);
    expect(told(world).filter((line) => line.startsWith('error'))).toHaveLength(100);
    expect(most).toBe(16);
    // Two for each answer, start and result of what ran, and one for each group of refusals and of starts.
    expect(appends).toBeLessThan(330);
    expect(turns).toBeGreaterThan(100);
  });

  it('under one id each have an answer, whatever the ids of the others', async () => {
    const world = createWorld();
    const same = (id: string): ToolCall => ({ id, name: 'echo', arguments: '{"text":"x"}' });
    const events: readonly ModelEvent[] = ['x', 'x_3', 'x', 'x'].map((id) => ({ type: 'call', call: same(id) }));
    const model: Model = {
      id: 'm',
      async *stream({ messages }): AsyncGenerator<ModelEvent> {
        if (messages.length === 1) yield* events;
        else yield { type: 'text', text: 'Done' };
        const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
        yield { type: 'finish', reason: 'stop', tokens };
      },
    };
    await world.run([], { tools: [echo], model });
    expect(told(world).filter((line) => line.startsWith('result'))).toEqual([
      'result x x',
      'result x_3 x',
      'result x_4 x',
      'result x_5 x',
    ]);
  });

  it('all wait until every approval is decided', async () => {
    const world = createWorld();
    const asks = tool('asks', async () => 'ran', { needsApproval: () => true });
    const calls = [call('echo', { text: 'x' }), call('asks'), call('asks')];
    await world.run([{ calls }, { text: 'Done' }], {
      tools: [echo, asks],
      decide: async (callId) => {
        await new Promise(setImmediate);
        return callId === 'call_1_2'
          ? { decision: 'rejected', by: 'person', reason: 'Not that' }
          : { decision: 'approved', by: 'person' };
      },
    });
    expect(told(world)).toEqual([
      'user Go',
      'assistant +echo+asks+asks',
      'usage',
      'approval_asked call_1_2',
      'approval_asked call_1_3',
      'rejected call_1_2',
      'approved call_1_3',
      'tool_started call_1_1',
      'tool_started call_1_3',
      'error call_1_2 The person declined this call; it was not run. They said: Not that',
      'result call_1_1 x',
      'result call_1_3 ran',
      'assistant Done',
      'usage',
    ]);
  });

  it('show what they print, in order, until they are over', async () => {
    const world = createWorld();
    const talks = tool('talks', async ({ print }) => {
      print('one ');
      print('');
      print('two');
      setImmediate(() => print('late'));
      return 'ok';
    });
    await world.run([{ calls: [call('talks')] }, { text: 'Done' }], { tools: [talks] });
    await new Promise(setImmediate);
    expect(world.live.filter((event) => event.type === 'output')).toEqual([
      { type: 'output', runId: 'run', callId: 'call_1_1', offset: 0, text: 'one ' },
      { type: 'output', runId: 'run', callId: 'call_1_1', offset: 4, text: 'two' },
    ]);
  });
});

describe('a model call that fails', () => {
  it('is tried again, each time later, until it succeeds', async () => {
    const world = createWorld();
    let attempts = 0;
    const shaky = (): { text: string } | { failure: ModelFailure } => {
      attempts += 1;
      return attempts < 4 ? { failure: overloaded } : { text: 'At last' };
    };
    expect((await world.run([shaky])).outcome).toEqual({ status: 'finished' });
    expect(world.waits).toEqual([1000, 2000, 4000]);
    expect(told(world)).toEqual([
      'user Go',
      'retry 1 1000',
      'retry 2 2000',
      'retry 3 4000',
      'assistant At last',
      'usage',
    ]);
  });

  it('waits as long as the provider says', async () => {
    const world = createWorld();
    let attempts = 0;
    await world.run([() => (++attempts === 1 ? { failure: { ...overloaded, retryAfterMs: 7000 } } : { text: 'Hi' })]);
    expect(world.waits).toEqual([7000]);
  });

  it.each([
    ['five times', overloaded, 5],
    ['once, when it cannot pass', { ...overloaded, retryable: false }, 1],
    ['once, when the wait is too long', { ...overloaded, retryAfterMs: 3_600_000 }, 1],
  ])('is given up after it failed %s', async (_, failure, attempts) => {
    const world = createWorld();
    expect((await world.run([{ failure }])).outcome).toEqual({
      status: 'failed',
      error: { code: 'model_overloaded', message: 'Overloaded' },
    });
    expect(world.requests).toHaveLength(attempts);
  });

  it('is never tried again once something was streamed; what came is kept', async () => {
    const world = createWorld();
    const cut: ModelFailure = { code: 'stream_cut', message: 'Cut', retryable: true };
    const { outcome } = await world.run([{ text: 'Half an', failure: cut }]);
    expect(outcome).toEqual({ status: 'failed', error: { code: 'stream_cut', message: 'Cut' } });
    expect(told(world)).toEqual(['user Go', 'assistant Half an (cut)']);
  });

  it('reads as cut when the stream just ends', async () => {
    const world = createWorld();
    async function* stream() {
      yield { type: 'text' as const, text: 'Half' };
    }
    const model: Model = { id: 'm', stream };
    expect((await world.run([], { model })).outcome).toMatchObject({ error: { code: 'stream_cut' } });
    expect(told(world)).toEqual(['user Go', 'assistant Half (cut)']);
  });
});

describe('a stop', () => {
  it('keeps the text that was streamed, and drops unfinished calls', async () => {
    const world = createWorld();
    async function* stream() {
      yield { type: 'text' as const, text: 'Half' };
      yield { type: 'call_delta' as const, id: 'a', name: 'echo', text: '{"te' };
      world.controller.abort('stopped');
      await new Promise(() => undefined);
    }
    const { outcome } = await world.run([], { model: { id: 'm', stream }, tools: [echo] });
    expect(outcome).toEqual({ status: 'stopped' });
    expect(told(world)).toEqual(['user Go', 'assistant Half (stopped)']);
  });

  it('answers the call that runs and those that have not begun', async () => {
    const world = createWorld();
    const slow = tool(
      'slow',
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve('ended early'));
          world.controller.abort('interrupted');
        }),
      { concurrency: 'exclusive' },
    );
    const { outcome } = await world.run([{ calls: [call('slow'), call('slow')] }], { tools: [slow] });
    expect(outcome).toEqual({ status: 'interrupted' });
    expect(told(world).slice(3)).toEqual([
      'tool_started call_1_1',
      'result call_1_1 ended early',
      'error call_1_2 Not run: the run was stopped before this call began.',
    ]);
  });

  it('does not wait for a tool that minds nothing', async () => {
    const world = createWorld();
    const deaf = tool('deaf', () => {
      world.controller.abort('stopped');
      return new Promise(() => undefined);
    });
    expect((await world.run([{ calls: [call('deaf')] }], { tools: [deaf] })).outcome).toEqual({ status: 'stopped' });
    expect(told(world).at(-1)).toBe('error call_1_1 Stopped: the call did not end in time; it may have taken effect.');
  });

  it('waits for a tool that ends by itself, as sub-agents do', async () => {
    const world = createWorld();
    const winding = async (): Promise<string> => {
      world.controller.abort('stopped');
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      return 'ended';
    };
    const slow = tool('slow', winding, { endsWhenStopped: true });
    expect((await world.run([{ calls: [call('slow')] }], { tools: [slow] })).outcome).toEqual({ status: 'stopped' });
    expect(told(world).at(-1)).toBe('result call_1_1 ended');
  });

  it('withdraws what waits for an approval, and runs nothing', async () => {
    const world = createWorld();
    const asks = tool('asks', async () => 'ran', { needsApproval: () => true });
    const { outcome } = await world.run([{ calls: [call('echo', { text: 'x' }), call('asks')] }], {
      tools: [echo, asks],
      decide: () => {
        world.controller.abort('stopped');
        return { decision: 'withdrawn', by: 'run' };
      },
    });
    expect(outcome).toEqual({ status: 'stopped' });
    expect(told(world).slice(3)).toEqual([
      'approval_asked call_1_2',
      'withdrawn call_1_2',
      'error call_1_1 Not run: the run was stopped before this call began.',
      'error call_1_2 Not run: the run was stopped before this call began.',
    ]);
  });

  it('ends a wait between attempts', async () => {
    const world = createWorld();
    const failing = () => {
      world.controller.abort('stopped');
      return { failure: overloaded };
    };
    expect((await world.run([failing])).outcome).toEqual({ status: 'stopped' });
  });
});

describe('checkpoints', () => {
  it('come in parts that add up to the text, whenever much has come', async () => {
    const world = createWorld();
    const text = `${'word '.repeat(10_000)}end`;
    await world.run([{ reasoning: 'Hm.', text }]);
    expect(world.checkpoints.map(({ part }) => part)).toEqual([0, 1, 2]);
    expect(world.checkpoints.map(({ reasoning }) => reasoning).join('')).toBe('Hm.');
    const kept = world.checkpoints.map((part) => part.text).join('');
    expect(text.startsWith(kept)).toBe(true);
    expect(text.length - kept.length).toBeLessThan(16 * 1024);
  });
});
