import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { must } from '../../../shared/lib/assert.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { defineTool } from '../../agent/tool.ts';
import { scriptedModel } from '../../models/scripted.ts';
import type { ScriptedStep } from '../../models/scenario.ts';
import { Agent } from '../../runtime/agent.ts';
import { Cogitator } from '../../runtime/cogitator.ts';
import { z } from 'zod';
import { createEngines, openWindow, type Engines } from '../testing/engines.ts';

let engines: Engines;
beforeEach(() => {
  release = undefined;
  engines = createEngines();
});
afterEach(() => engines.close());

/** Processes start, and others are waited for. */
function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000 });
}

type Window = ReturnType<typeof openWindow>;

function program(steps: readonly ScriptedStep[]): { cog: Cogitator; agent: Agent } {
  const model = scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const cog = new Cogitator({ memory: { adapter: 'runlight', home: engines.home }, models: () => model });
  engines.later(() => cog.close());
  return { cog, agent: new Agent({ name: 'Desk', model: model.id, todos: true, tools: [waits, risky] }) };
}

let release: (() => void) | undefined;
/** A tool that goes on until the test lets it, or the run is stopped. */
const waits = defineTool({
  name: 'wait',
  description: '',
  input: z.object({}),
  concurrency: 'parallel',
  execute: (_, { signal, print }) =>
    new Promise((resolve) => {
      print('waiting');
      release = () => resolve({ content: 'waited' });
      signal.addEventListener('abort', () => resolve({ content: 'stopped', isError: true }));
    }),
});
/** Ends the call of `wait` that goes on, or the next one. */
async function letGo(): Promise<void> {
  const end = await eventually(() => must(release, 'a call that waits'));
  release = undefined;
  end();
}

const risky = defineTool({
  name: 'risky',
  description: '',
  input: z.object({}),
  concurrency: 'parallel',
  needsApproval: () => true,
  execute: () => Promise.resolve({ content: 'done' }),
});
const call = (name: string): ScriptedStep => ({ text: `I ${name}.`, calls: [{ name, arguments: {} }] });

async function onlyThread(window: Window): Promise<ThreadSummary> {
  return eventually(async () => {
    const { threads } = await window.ask('threads.list', { limit: 10 });
    expect(threads).toHaveLength(1);
    return must(threads[0], 'thread');
  });
}

async function until(window: Window, status: string): Promise<ThreadSummary> {
  return eventually(async () => {
    const thread = await onlyThread(window);
    expect(thread.status).toBe(status);
    return thread;
  });
}

test('a run shows live while it goes on, and whole when it has ended', async () => {
  const window = openWindow(await engines.open());
  const { cog, agent } = program([call('wait'), { text: 'Done.' }]);
  const ran = cog.run(agent, { input: 'Look', threadId: 'mine' });
  const { id } = await until(window, 'running');
  // Names of threads are the program's own.
  expect(id).not.toBe('mine');
  await eventually(async () => {
    const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
    expect(shown.live).toMatchObject([{ phase: 'idle', outputs: { call_1_1: { text: 'waiting' } } }]);
  });
  await letGo();
  await ran;
  const thread = await until(window, 'finished');
  expect(thread).toMatchObject({ source: 'code', title: 'Look', agent: 'Desk', model: 'scripted/test' });
  const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
  expect(shown.entries.map(({ kind }) => kind)).toEqual([
    'user_message',
    'assistant_message',
    'tool_result',
    'assistant_message',
  ]);
  expect([shown.live, shown.seq]).toEqual([[], 9]);
  // It is the program's: nothing else goes on there.
  await expect(window.ask('run.start', { threadId: id, agentId: 'x', text: 'More' })).rejects.toThrow(
    'thread_of_program',
  );
});

test('stop, pause and approval travel back to the program', async () => {
  const window = openWindow(await engines.open());
  const { cog, agent } = program([call('risky'), call('wait'), call('wait')]);
  const ran = cog.run(agent, { input: 'Go' });
  const { id } = await until(window, 'waiting');
  const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
  const runId = must(shown.notes.find(({ kind }) => kind === 'approval_asked')?.runId, 'run');
  await window.ask('run.decide', { runId, callId: 'call_1_1', decision: 'approved' });
  await until(window, 'running');
  await eventually(async () => {
    const opened = await window.ask('thread.open', { threadId: id, limit: 10 });
    expect(opened.window.notes.at(-1)).toMatchObject({ kind: 'tool_started', toolName: 'wait' });
  });
  await window.ask('run.pause', { runId });
  await letGo();
  await until(window, 'paused');
  await window.ask('run.resume', { runId });
  await until(window, 'running');
  await window.ask('run.stop', { runId });
  expect((await ran).status).toBe('stopped');
  await until(window, 'stopped');
});

test('what is done to all runs is done to those of programs too, which count', async () => {
  const window = openWindow(await engines.open());
  const { cog, agent } = program([call('wait'), call('wait')]);
  const ran = cog.run(agent, { input: 'Go' });
  await until(window, 'running');
  const counts = { queued: 0, running: 0, waiting: 0, paused: 0 };
  await eventually(async () => expect(await window.ask('runs.counts', {})).toEqual({ ...counts, running: 1 }));
  await window.ask('runs.pauseAll', {});
  await letGo();
  await until(window, 'paused');
  expect(await window.ask('runs.counts', {})).toEqual({ ...counts, paused: 1 });
  await window.ask('runs.resumeAll', {});
  await until(window, 'running');
  await window.ask('runs.stopAll', {});
  expect((await ran).status).toBe('stopped');
  await until(window, 'stopped');
  expect(await window.ask('runs.counts', {})).toEqual(counts);
});

test('without an engine it runs as ever; an engine that comes later gets everything', async () => {
  const { cog, agent } = program([call('wait'), { text: 'One.' }, { text: 'Two.' }]);
  const ran = cog.run(agent, { input: 'First', threadId: 't' });
  await letGo();
  expect((await ran).status).toBe('finished');
  expect((await cog.run(agent, { input: 'Second', threadId: 't' })).status).toBe('finished');
  const window = openWindow(await engines.open());
  const { id } = await until(window, 'finished');
  await eventually(async () => {
    const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
    expect(shown.entries.map((entry) => ('text' in entry ? entry.text : entry.kind))).toEqual([
      'First',
      'I wait.',
      'tool_result',
      'One.',
      'Second',
      'Two.',
    ]);
    expect(shown.seq).toBe(14);
  });
});

test('a run goes on over the death of its engine, and the next one has it whole', async () => {
  const first = await engines.elsewhere();
  const window = openWindow(await engines.openShared());
  const { cog, agent } = program([call('wait'), call('wait'), { text: 'Done.' }]);
  const ran = cog.run(agent, { input: 'Go' });
  const { id } = await until(window, 'running');
  await first.end('SIGKILL');
  await eventually(() => expect(window.pushes).toContainEqual({ type: 'changed', what: 'all' }));
  await letGo();
  await letGo();
  await ran;
  await until(window, 'finished');
  const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 20 });
  // Each entry once: as many as the program has.
  expect(shown.seq).toBe(13);
  expect(shown.entries.at(-1)).toMatchObject({ text: 'Done.' });
});

test('a thread that is deleted while its program goes on stays deleted', async () => {
  const window = openWindow(await engines.open());
  const { cog, agent } = program([call('wait'), { text: 'Done.' }]);
  const ran = cog.run(agent, { input: 'Go' });
  const { id } = await until(window, 'running');
  await window.ask('thread.delete', { threadId: id });
  expect((await ran).status).toBe('stopped');
  expect((await window.ask('threads.list', { limit: 5 })).threads).toEqual([]);
});

test('the run of a program that was killed is interrupted, with the text that it had shown', async () => {
  const window = openWindow(await engines.open());
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/program-to-kill.ts'), engines.home]);
  engines.later(() => void child.kill('SIGKILL'));
  const { id } = await until(window, 'running');
  await eventually(async () => {
    const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
    expect(shown.live[0]?.text).toBe('Half an answer');
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await until(window, 'interrupted');
  const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
  expect(shown.entries.at(-1)).toMatchObject({ text: 'Half an answer', partial: 'interrupted' });
});

test('a program that ends is held up by nothing', async () => {
  // No engine, and no close(): it simply comes to its end.
  const child = spawn(process.execPath, [
    join(import.meta.dirname, '../testing/program-to-kill.ts'),
    engines.home,
    'end',
  ]);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a program that ends without closing is still shown whole', async () => {
  const window = openWindow(await engines.open());
  const child = spawn(process.execPath, [
    join(import.meta.dirname, '../testing/program-to-kill.ts'),
    engines.home,
    'end',
  ]);
  await once(child, 'exit');
  await until(window, 'finished');
});

/** Runs a program to its end, or until it has left half an answer, while no engine is there. */
async function leave(home: string, end: 'ends' | 'is killed'): Promise<readonly string[]> {
  const file = join(import.meta.dirname, '../testing/program-to-kill.ts');
  const child = spawn(process.execPath, [file, home, ...(end === 'ends' ? ['end'] : [])]);
  const exited = once(child, 'exit');
  const folder = join(home, 'spool');
  if (end === 'is killed') {
    await eventually(() =>
      expect(readFileSync(join(folder, must(readdirSync(folder)[0], 'file')), 'utf8')).toContain('run_started'),
    );
    child.kill('SIGKILL');
  }
  await exited;
  return readdirSync(folder).map((name) => join(folder, name));
}

test('what a program has left that ended before there was an engine is shown by the next one', async () => {
  const [file = ''] = await leave(engines.home, 'ends');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const window = openWindow(await engines.open());
  const { id } = await until(window, 'finished');
  const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
  expect(shown.entries.at(-1)).toMatchObject({ text: 'Half an answer' });
  await eventually(() => expect(readdirSync(join(engines.home, 'spool'))).toEqual([]));
});

test('of a program that was killed there is what it had left, up to a torn end, and its run is interrupted', async () => {
  const [file = ''] = await leave(engines.home, 'is killed');
  appendFileSync(file, '{"thread":{"id":');
  const window = openWindow(await engines.open());
  const { id } = await until(window, 'interrupted');
  const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 10 });
  expect(shown.entries).toMatchObject([{ kind: 'user_message', text: 'Say' }]);
});

test('an engine that runs takes in what is left beside it', async () => {
  const window = openWindow(await engines.open());
  const [file = ''] = await leave(join(engines.home, 'elsewhere'), 'ends');
  mkdirSync(join(engines.home, 'spool'));
  renameSync(file, join(engines.home, 'spool', basename(file)));
  await until(window, 'finished');
});

test('an engine that is killed while it takes in what was left leaves it to the next, which has all of it once', async () => {
  const { cog, agent } = program(Array.from({ length: 60 }, (_, step) => ({ text: `Answer ${step}.` })));
  for (let run = 0; run < 60; run += 1) await cog.run(agent, { input: `Ask ${run}`, threadId: 't' });
  await cog.close();
  const first = await engines.elsewhere();
  await first.end('SIGKILL');
  const window = openWindow(await engines.open());
  const { id } = await onlyThread(window);
  await eventually(async () => {
    const { window: shown } = await window.ask('thread.open', { threadId: id, limit: 500 });
    expect(shown.entries.flatMap((entry) => ('text' in entry ? [entry.text] : []))).toEqual(
      Array.from({ length: 60 }, (_, run) => [`Ask ${run}`, `Answer ${run}.`]).flat(),
    );
  });
  await eventually(() => expect(readdirSync(join(engines.home, 'spool'))).toEqual([]));
});

test('a program whose home cannot be written to runs as ever', async () => {
  writeFileSync(join(engines.home, '..', 'home'), 'a file');
  const { cog, agent } = program([{ text: 'Done.' }]);
  expect((await cog.run(agent, { input: 'Go' })).status).toBe('finished');
});

test('the sub-agents of a program show with what they work for, and are decided there', async () => {
  const window = openWindow(await engines.open());
  const asks: ScriptedStep = { calls: [{ name: 'ask_helper', arguments: { task: 'Dare it' } }] };
  const { cog } = program([]);
  const model = (id: string, steps: readonly ScriptedStep[]) => scriptedModel({ id, scenario: { steps } });
  const models = [model('lead', [asks, { text: 'Dared.' }]), model('helper', [call('risky'), { text: 'I did.' }])];
  const mine = new Cogitator({
    memory: { adapter: 'runlight', home: engines.home },
    models: (id) => models.find((one) => one.id === id),
  });
  engines.later(() => mine.close());
  await cog.close();
  const helper = new Agent({ name: 'Helper', model: 'helper', tools: [risky] });
  const ran = mine.run(new Agent({ name: 'Lead', model: 'lead', subagents: [helper] }), { input: 'Go' });
  const { id } = await until(window, 'waiting');
  const [running] = await window.ask('overview.now', {});
  const approval = must(running?.approvals[0], 'approval');
  expect(running?.summary.id).toBe(id);
  expect(approval).toMatchObject({ agent: 'Helper', toolName: 'risky' });
  expect(await window.ask('runs.counts', {})).toMatchObject({ running: 1, waiting: 0 });
  await window.ask('run.decide', { runId: approval.runId, callId: approval.callId, decision: 'approved' });
  expect(await ran).toMatchObject({ status: 'finished', output: 'Dared.' });
  await until(window, 'finished');
  const [child] = await window.ask('thread.children', { threadId: id });
  expect(child?.summary).toMatchObject({ id: approval.threadId, agent: 'Helper', source: 'code', title: 'Dare it' });
});
