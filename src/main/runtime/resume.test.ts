import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../../shared/thread/message.ts';
import { scriptedModel } from '../models/scripted.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { Agent } from './agent.ts';
import { Cogitator } from './cogitator.ts';
import type { RunResult } from './run-options.ts';
import { waitingAgent, waitingModel } from './testing/waiting-agent.ts';

const opened: Cogitator[] = [];
afterEach(async () => {
  for (const cog of opened.splice(0)) await cog.close();
});

function cogitator(path?: string): Cogitator {
  const memory = path === undefined ? ({ adapter: 'memory' } as const) : ({ adapter: 'sqlite', path } as const);
  const cog = new Cogitator({ memory, models: () => waitingModel });
  opened.push(cog);
  return cog;
}

const approved = { decision: 'approved' } as const;
const todos = [{ id: 'a', content: 'Deploy', status: 'in_progress' }];
const first = { callId: 'call_1_1', tool: 'deploy', arguments: '{"to":"test"}' };
const third = { callId: 'call_1_3', tool: 'deploy', arguments: '{"to":"live"}' };
const LIST = 'Todo list (0 of 1 completed):\n[>] a: Deploy';

/** A run that waits, and what was deployed by whom. */
async function waiting(cog = cogitator()) {
  const deployed: string[] = [];
  const agent = waitingAgent((to) => deployed.push(to));
  const heard: unknown[] = [];
  const onTodos = (list: unknown): void => void heard.push(list);
  const result = await cog.run(agent, { input: 'Go', threadId: 't', onTodos });
  return { cog, agent, deployed, heard, result };
}

describe('a run whose calls nobody decides about now', () => {
  it('waits, and has run none of the turn', async () => {
    const { result, deployed, heard } = await waiting();
    expect(result).toEqual({
      threadId: 't',
      runId: expect.any(String),
      status: 'waiting',
      approvals: [first, third],
      output: '',
    });
    expect([deployed, heard]).toEqual([[], []]);
  });

  it('goes on when they are decided: one by one, or all at once', async () => {
    const one = await waiting();
    const part = await one.cog.resume(one.agent, 't', { decisions: { call_1_1: approved } });
    expect(part).toEqual({ ...one.result, approvals: [third] });
    expect(one.deployed).toEqual([]);
    const rejected = { decision: 'rejected', reason: 'Too early' } as const;
    const end = await one.cog.resume(one.agent, 't', { decisions: { call_1_3: rejected } });
    const { runId } = one.result;
    const output = `deployed to test | ${LIST} | The person declined this call; it was not run. They said: Too early`;
    expect(end).toEqual({ threadId: 't', runId, status: 'finished', todos, output });
    expect(one.deployed).toEqual(['test']);

    const all = await waiting();
    const ended = await all.cog.resume(all.agent, 't', { decisions: approved });
    expect(ended.output).toBe(`deployed to test | ${LIST} | deployed to live`);
  });

  it('lets a message decline them, and takes the message up', async () => {
    const { cog, agent, deployed, result } = await waiting();
    const next = await cog.run(agent, { input: 'Do something else', threadId: 't' });
    const declined = 'The person sent a message instead of approving this call; it was not run.';
    expect(next).toEqual({
      threadId: 't',
      runId: result.runId,
      status: 'finished',
      todos,
      output: `${declined} | ${LIST} | ${declined}`,
    });
    expect(deployed).toEqual([]);
  });

  it('is refused clearly where nothing waits, a call is unknown, or a run works', async () => {
    const { cog, agent, result } = await waiting();
    const resume = (decisions: object, threadId = 't'): Promise<RunResult> =>
      cog.resume(agent, threadId, { decisions: decisions as typeof approved });
    await expect(resume(approved, 'other')).rejects.toMatchObject({ code: 'nothing_waits' });
    await expect(resume({ call_9: approved })).rejects.toMatchObject({ code: 'call_unknown' });
    await expect(resume({ call_1_1: { decision: 'perhaps' } })).rejects.toMatchObject({ code: 'bad_decision' });
    const going = resume(approved);
    await expect(resume(approved)).rejects.toMatchObject({ code: 'thread_busy' });
    expect(await going).toMatchObject({ status: 'finished', runId: result.runId });
    await expect(resume(approved)).rejects.toMatchObject({ code: 'nothing_waits' });
  });

  it('goes on in another program, after a close or a kill at any moment between asking and deciding', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const program = fileURLToPath(new URL('./testing/waiting-program.ts', import.meta.url));
    const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    const told: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      told.push(line);
      if (line === 'waiting') child.kill('SIGKILL');
    }
    await closed;
    expect(told).toEqual(['waiting']);
    const deployed: string[] = [];
    const agent = waitingAgent((to) => deployed.push(to));
    const second = cogitator(path);
    await expect(second.resume(agent, 't', { decisions: { call_1_1: approved } })).rejects.toMatchObject({
      code: 'call_unknown',
    });
    await second.close();
    opened.pop();
    const end = await cogitator(path).resume(agent, 't', { decisions: { call_1_3: approved } });
    expect(end).toMatchObject({ status: 'finished', todos });
    expect(end.output).toContain('They said: Not this one');
    expect(deployed).toEqual(['live']);
  });
});

describe('sub-agents whose calls nobody decides about now', () => {
  const deployed: string[] = [];
  const worker = waitingAgent((to) => deployed.push(to));
  const lead = new Agent({ name: 'lead', model: 'lead', subagents: [worker, worker] });
  const tasks = ['ask_d', 'ask_d_2'].map((name) => ({ name, arguments: { task: 'Deploy' } }));
  const leadModel = scriptedModel({
    id: 'lead',
    scenario: { steps: [{ calls: tasks }, ({ messages }) => ({ text: messages.map(answered).join('') })] },
  });
  const answered = (message: Message): string => (message.role === 'tool' ? `[${message.content}]` : '');

  function program(path: string): Cogitator {
    const models = (id: string) => (id === 'lead' ? leadModel : waitingModel);
    const cog = new Cogitator({ memory: { adapter: 'sqlite', path }, models });
    opened.push(cog);
    return cog;
  }

  async function waitingFamily() {
    deployed.length = 0;
    const path = join(temporaryFolder(), 'memory.db');
    const cog = program(path);
    const result = await cog.run(lead, { input: 'Go', threadId: 't' });
    const calls = result.approvals ?? [];
    return { path, cog, result, calls, threads: [...new Set(calls.map(({ threadId = '' }) => threadId))] };
  }

  it('make the run wait, and are decided by names of their own: also in another program', async () => {
    const { path, cog, result, calls, threads } = await waitingFamily();
    expect(result).toMatchObject({ status: 'waiting', output: '' });
    expect(calls).toEqual(
      threads.flatMap((threadId) =>
        [first, third].map((call) => ({ ...call, callId: `${threadId}/${call.callId}`, agent: 'd', threadId })),
      ),
    );
    await expect(cog.resume(lead, 't', { decisions: { call_1_1: approved } })).rejects.toMatchObject({
      code: 'call_unknown',
    });
    const [one = '', two = ''] = threads;
    const some = Object.fromEntries([`${one}/call_1_1`, `${one}/call_1_3`].map((name) => [name, approved]));
    const part = await cog.resume(lead, 't', { decisions: some });
    expect(part).toEqual({ ...result, approvals: calls.filter(({ threadId }) => threadId === two) });
    expect(deployed).toEqual(['test', 'live']);
    await cog.close();
    const end = await program(path).resume(lead, 't', { decisions: { decision: 'rejected', reason: 'Enough' } });
    expect(end).toMatchObject({ status: 'finished', runId: result.runId });
    const no = 'The person declined this call; it was not run. They said: Enough';
    const outputs = [`[deployed to test | ${LIST} | deployed to live]`, `[${no} | ${LIST} | ${no}]`];
    expect([outputs.join(''), outputs.toReversed().join('')]).toContain(end.output);
    expect(deployed).toEqual(['test', 'live']);
  });

  it('are declined by a message, which the run takes up behind the step', async () => {
    const { cog, result } = await waitingFamily();
    const next = await cog.run(lead, { input: 'Leave it', threadId: 't' });
    expect(next).toMatchObject({ status: 'finished', runId: result.runId });
    expect(next.output).toContain('The person sent a message instead of approving this call; it was not run.');
    expect(deployed).toEqual([]);
  });
});
