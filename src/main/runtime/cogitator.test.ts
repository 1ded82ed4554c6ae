import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent } from './agent.ts';
import type { Model, ModelRequest } from '../agent/model.ts';
import { defineTool } from '../agent/tool.ts';
import { COMPACTION_PROMPT } from '../../shared/run/compaction-prompt.ts';
import { counting } from '../agent/testing/summary-model.ts';
import { Cogitator } from './cogitator.ts';
import type { CogitatorOptions } from './cogitator-options.ts';
import type { RunObserver } from './run-options.ts';
import { LocalWorkspace } from '../workspace/local-workspace.ts';
import { scriptedModel } from '../models/scripted.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import type { TodoItem } from '../../shared/todos/list.ts';

const agent = new Agent({ name: 'planner', model: 'scripted/test', todos: true });
const open: TodoItem = { id: 'a', content: 'First', status: 'in_progress' };
const done: TodoItem = { ...open, status: 'completed' };
const write = (...todos: readonly TodoItem[]): ScriptedStep => ({
  calls: [{ name: 'write_todos', arguments: { todos } }],
});

const WRITE = { name: 'write_todos', arguments: { todos: [open] } };
/** What the newest call was answered. */
function resultIn({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  return last?.role === 'tool' ? last.content : '';
}

const opened: Cogitator[] = [];
afterEach(async () => {
  for (const cog of opened.splice(0)) await cog.close();
});

function cogitator(
  steps: readonly ScriptedStep[],
  more: Pick<CogitatorOptions, 'observers' | 'compaction'> & { path?: string; contextWindow?: number } = {},
): Cogitator {
  const { path, observers, compaction, contextWindow } = more;
  const model = scriptedModel({ id: 'scripted/test', contextWindow, scenario: { steps } });
  const memory = path === undefined ? ({ adapter: 'memory' } as const) : ({ adapter: 'sqlite', path } as const);
  const cog = new Cogitator({ memory, models: (id) => (id === model.id ? model : undefined), observers, compaction });
  opened.push(cog);
  return cog;
}

describe('Cogitator', () => {
  it('runs an agent to its end, and tells its list to the option first, then to each observer', async () => {
    const heard: string[] = [];
    const hear =
      (who: string): RunObserver['onTodos'] =>
      (todos, run) =>
        heard.push(`${who} ${todos.map(({ status }) => status).join()} ${run.agent}`);
    const cog = cogitator([write(open), write(done), { text: 'Done.' }], { observers: [{ onTodos: hear('first') }] });
    const off = cog.observe({ onTodos: hear('second') });
    const result = await cog.run(agent, {
      input: 'Go',
      threadId: 't',
      onTodos: (todos) => heard.push(`option ${todos.length}`),
    });
    off();
    expect(result).toEqual({
      threadId: 't',
      runId: expect.any(String),
      status: 'finished',
      output: 'Done.',
      todos: [done],
    });
    expect(heard).toEqual([
      'option 1',
      'first in_progress planner',
      'second in_progress planner',
      'option 1',
      'first completed planner',
      'second completed planner',
    ]);
  });

  it('runs sub-agents where the agent works, and tells observers alone of their lists', async () => {
    const heard: string[] = [];
    const ask = { name: 'ask_helper', arguments: { task: 'Help' } };
    const scripts = new Map<string, readonly ScriptedStep[]>([
      ['lead', [{ calls: [ask] }, (request) => ({ text: `It said: ${resultIn(request)}` })]],
      [
        'helper',
        [write(open), { calls: [{ name: 'where', arguments: {} }] }, (request) => ({ text: resultIn(request) })],
      ],
    ]);
    const cog = new Cogitator({
      memory: { adapter: 'memory' },
      models: (id) => {
        const steps = scripts.get(id);
        return steps && scriptedModel({ id, scenario: { steps } });
      },
      observers: [{ onTodos: (todos, run) => heard.push(`${run.agent} ${todos.length}`) }],
    });
    opened.push(cog);
    const where = defineTool({
      name: 'where',
      description: '',
      input: z.object({}),
      concurrency: 'parallel',
      execute: async (_, { workspace }) => ({ content: workspace?.root ?? 'nowhere' }),
    });
    const helper = new Agent({ name: 'Helper', model: 'helper', todos: true, tools: [where] });
    const workspace = new LocalWorkspace({ root: tmpdir() });
    const lead = new Agent({ name: 'Lead', model: 'lead', todos: true, subagents: [helper], workspace });
    const result = await cog.run(lead, { input: 'Go', onTodos: () => heard.push('option') });
    expect(result).toMatchObject({ status: 'finished', output: `It said: ${tmpdir()}` });
    expect(result.todos).toBeUndefined();
    expect(heard).toEqual(['Helper 1']);
    const lost = new Agent({ name: 'Lead', model: 'lead', subagents: [new Agent({ name: 'x', model: 'unknown' })] });
    await expect(cog.run(lost, { input: 'Go' })).rejects.toMatchObject({ code: 'model_unknown' });
  });

  it('goes on when a listener throws, and the others still hear', async () => {
    const heard: (readonly TodoItem[])[] = [];
    const cog = cogitator([write(open), { text: 'Done.' }], { observers: [{ onTodos: (todos) => heard.push(todos) }] });
    const result = await cog.run(agent, {
      input: 'Go',
      onTodos: () => {
        throw new Error('mine');
      },
    });
    expect(result.status).toBe('finished');
    expect(heard).toEqual([[open]]);
  });

  it('refuses a second run on a busy thread, and an unknown model', async () => {
    const cog = cogitator([{ text: 'One' }]);
    const first = cog.run(agent, { input: 'Go', threadId: 't' });
    await expect(cog.run(agent, { input: 'Again', threadId: 't' })).rejects.toMatchObject({ code: 'thread_busy' });
    expect((await first).status).toBe('finished');
    const lost = new Agent({ name: 'x', model: 'nowhere/x' });
    await expect(cog.run(lost, { input: 'Go' })).rejects.toMatchObject({ code: 'model_unknown' });
  });

  it('lets the program decide about calls', async () => {
    const deploy = defineTool<{ to: string }>({
      name: 'deploy',
      description: '',
      input: z.strictObject({ to: z.string() }),
      concurrency: 'exclusive',
      needsApproval: () => true,
      execute: async ({ to }) => ({ content: `deployed to ${to}` }),
    });
    const steps: readonly ScriptedStep[] = [
      { calls: [{ name: 'deploy', arguments: { to: 'test' } }] },
      ({ messages }) => {
        const last = messages.at(-1);
        return { text: last?.role === 'tool' ? last.content : '' };
      },
    ];
    const deployer = new Agent({ name: 'd', model: 'scripted/test', tools: [deploy] });
    const asked: unknown[] = [];
    const result = await cogitator(steps).run(deployer, {
      input: 'Go',
      onApproval: (call) => {
        asked.push(call);
        return { decision: 'approved' };
      },
    });
    expect(result.output).toBe('deployed to test');
    expect(asked).toEqual([{ tool: 'deploy', command: undefined, asks: true }]);
  });

  describe('runs no call that nobody has approved', () => {
    function risky(needsApproval: () => boolean) {
      const ran: string[] = [];
      const tool = defineTool({
        name: 'risk',
        description: '',
        input: z.object({}),
        concurrency: 'parallel',
        needsApproval,
        execute: () => Promise.resolve({ content: `ran ${ran.push('risk')}` }),
      });
      return { ran, agent: new Agent({ name: 'r', model: 'scripted/test', tools: [tool] }) };
    }
    const steps: readonly ScriptedStep[] = [
      { calls: [{ name: 'risk', arguments: {} }] },
      ({ messages }) => ({ text: messages.findLast((message) => message.role === 'tool')?.content ?? '' }),
    ];
    // What a program that is not typed may give.
    const odd: readonly [string, () => never][] = [
      ['no', () => false as never],
      ['nothing', () => undefined as never],
      ['another word', () => ({ decision: 'maybe' }) as never],
      [
        'an error',
        () => {
          throw new Error('lost');
        },
      ],
    ];

    it.each(odd)('onApproval gives %s', async (_, onApproval) => {
      const { ran, agent: risker } = risky(() => true);
      const result = await cogitator(steps).run(risker, { input: 'Go', onApproval });
      expect(result).toMatchObject({ status: 'finished', output: expect.stringContaining('could not decide') });
      expect(ran).toEqual([]);
    });

    it('a tool cannot say whether it needs an approval', async () => {
      const { ran, agent: risker } = risky(() => {
        throw new Error('lost');
      });
      const result = await cogitator(steps).run(risker, { input: 'Go' });
      expect(result).toMatchObject({ status: 'finished', output: 'risk failed: lost' });
      expect(ran).toEqual([]);
    });

    it('a tool never says whether it needs an approval, and the run is stopped', async () => {
      const stop = new AbortController();
      const { ran, agent: risker } = risky(() => {
        stop.abort();
        return new Promise(() => undefined) as never;
      });
      const result = await cogitator(steps).run(risker, { input: 'Go', signal: stop.signal });
      expect([result.status, ran]).toEqual(['stopped', []]);
    });

    it('the program never decides, and the run is stopped', async () => {
      const { ran, agent: risker } = risky(() => true);
      const stop = new AbortController();
      const onApproval = (): Promise<never> => {
        stop.abort();
        return new Promise(() => undefined);
      };
      const result = await cogitator(steps).run(risker, { input: 'Go', onApproval, signal: stop.signal });
      expect([result.status, ran]).toEqual(['stopped', []]);
    });
  });

  it('gives back an answer in its form', async () => {
    const former = new Agent({ name: 'f', model: 'scripted/test', answer: { type: 'object' } });
    expect((await cogitator([{ text: '{"a": 1}' }]).run(former, { input: 'Go' })).answer).toEqual({ a: 1 });
  });

  it('finds models by the keys of the environment when it is given none', async () => {
    const cog = new Cogitator({ memory: { adapter: 'memory' } });
    opened.push(cog);
    const lost = new Agent({ name: 'x', model: 'nowhere/x' });
    await expect(cog.run(lost, { input: 'Go' })).rejects.toMatchObject({ code: 'model_unknown' });
    const known = new Agent({ name: 'x', model: 'ollama/\n' });
    await expect(cog.run(known, { input: 'Go', signal: AbortSignal.abort() })).resolves.toMatchObject({
      status: 'stopped',
    });
  });

  it('compacts as its options say, and keeps the list', async () => {
    const answer: ScriptedStep = ({ instructions, messages }) => {
      if (instructions === COMPACTION_PROMPT) return { text: 'They talked.' };
      const known = messages.some(({ role }) => role === 'tool');
      const said = messages.filter(({ role }) => role !== 'tool').map((message) => JSON.stringify(message));
      const first = said[0]?.includes('They talked.') === true ? 'the summary' : 'all';
      const text = `Done, after ${first}. ${'word '.repeat(400)}`;
      return known ? { text, tokens: counting(1000) } : { calls: [WRITE] };
    };
    const steps = [answer, answer, answer];
    const cog = cogitator(steps, { contextWindow: 1100, compaction: { share: 0.9, keepTokens: 0 } });
    await cog.run(agent, { input: 'Go', threadId: 't' });
    const heard: (readonly TodoItem[])[] = [];
    const second = await cog.run(agent, { input: 'More', threadId: 't', onTodos: (todos) => heard.push(todos) });
    expect(second).toMatchObject({ status: 'finished', todos: [open] });
    expect(second.output).toMatch(/^Done, after the summary\./);
    expect(heard).toEqual([[open]]);
  });

  it('stops by its signal', async () => {
    const cog = cogitator([{ text: 'One' }]);
    expect((await cog.run(agent, { input: 'Go', signal: AbortSignal.abort() })).status).toBe('stopped');
  });

  it('keeps threads in a file, so that a later program goes on from the list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'runlight-'));
    try {
      const path = join(folder, 'memory.db');
      const first = cogitator([write(open), { text: 'One' }], { path });
      await first.run(agent, { input: 'Go', threadId: 't' });
      await first.close();
      opened.pop();
      const second = cogitator([], { path });
      const heard: (readonly TodoItem[])[] = [];
      const result = await second.run(agent, { input: 'More', threadId: 't', onTodos: (todos) => heard.push(todos) });
      expect(result.todos).toEqual([open]);
      expect(heard).toEqual([[open]]);
      await second.close();
      opened.pop();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('branches from an entry, beside the active branch or instead of it, and answers the words of that branch', async () => {
    const cog = cogitator([{ text: 'One' }]);
    const { runId } = await cog.run(agent, { input: 'Go', threadId: 't' });
    const side = { fromEntryId: null, activate: false };
    const [left, right] = await Promise.all(
      ['Left', 'Right'].map((input) => cog.run(agent, { input, threadId: 't', branch: side })),
    );
    expect([left?.output, right?.output, left?.runId === runId]).toEqual(['One', 'One', false]);
    const lost = cog.run(agent, { input: 'Go', threadId: 't', branch: { fromEntryId: 'nowhere' } });
    await expect(lost).rejects.toMatchObject({ code: 'entry_not_found' });
    await expect(cog.run(agent, { threadId: 't' })).rejects.toMatchObject({ code: 'nothing_to_answer' });
    await expect(cog.fork('t', 'nowhere')).rejects.toMatchObject({ code: 'entry_not_found' });
  });

  it('shows a model the newest messages of the branch when it is told how many', async () => {
    const seen: number[] = [];
    const model: Model = {
      id: 'scripted/test',
      stream(request, signal) {
        seen.push(request.messages.length);
        return scriptedModel({ id: 'scripted/test', scenario: { steps: [{ text: 'Ok' }] } }).stream(request, signal);
      },
    };
    const cog = new Cogitator({ memory: { adapter: 'memory', historyLimit: 2 }, models: () => model });
    opened.push(cog);
    for (const input of ['One', 'Two', 'Three']) await cog.run(agent, { input, threadId: 't' });
    expect(seen).toEqual([1, 3, 3]);
  });
});
