import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { must } from '../../../shared/lib/assert.ts';
import type { CodeSource } from '../../../shared/run/code.ts';
import type { Engine } from '../../ipc/connection.ts';
import { createEngines, openWindow, type Engines } from '../testing/engines.ts';
import { develop } from './develop.ts';

const RUNTIME = join(import.meta.dirname, '../../runtime/index.ts');

let engines: Engines;
let folder: string;
let lines: string[];
beforeEach(() => {
  engines = createEngines();
  folder = join(dirname(engines.home), 'code');
  mkdirSync(folder);
  lines = [];
});
afterEach(() => engines.close());

/** Processes start, and others are waited for. */
function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000 });
}

type Version = { readonly says: string; readonly more?: string };

/** A file with one agent, whose model calls its tool and then says what it got. */
function write(name: string, { says, more = '' }: Version): string {
  const file = join(folder, name);
  const text = `
    import { Agent, Cogitator, defineTool, scriptedModel } from ${JSON.stringify(RUNTIME)};
    import { spawn } from 'node:child_process';
    import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
    let release: () => void = () => undefined;
    const tool = defineTool({
      name: 'greet', description: 'Greets.', input: z.object({ who: z.string(), wait: z.boolean().optional() }),
      concurrency: 'parallel',
      needsApproval: ({ who }) => who === 'the king',
      async execute({ who, wait }, { print, signal }) {
        print('greeting');
        if (wait) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        if (who === 'loop') for (;;);
        if (who === 'huge') return { content: 'x'.repeat(65 * 1024 * 1024) };
        if (who === 'odd') return { content: 'odd', details: { kind: 'other', value: 1n } } as never;
        if (who === 'leaver') {
          const { pid } = spawn('sleep', ['60'], { stdio: 'inherit' });
          console.error('began ' + pid);
          process.exitCode = 3;
          process.disconnect();
        }
        if (who === 'nobody') process.nextTick(() => { throw new Error('crashed on purpose'); });
        return { content: ${JSON.stringify(says)} + ', ' + who };
      },
    });
    const note = defineTool({
      name: 'note', description: 'Writes a note.', input: z.object({ text: z.string() }), concurrency: 'exclusive',
      async execute({ text }, { workspace }) {
        const written = await workspace?.write('note.txt', text);
        return { content: written?.ok ? 'written' : 'not written' };
      },
    });
    const model = scriptedModel({ id: 'mine/m', scenario: { steps: [
      ({ messages }) => {
        const asked = messages.find((message) => message.role === 'user')?.content ?? '';
        const { tool: name = 'greet', ...input } = JSON.parse(asked);
        return { calls: [{ name, arguments: input }] };
      },
      ({ messages, attachment }) => {
        const said = messages.findLast((message) => message.role === 'tool')?.content ?? 'nothing';
        const files = messages.flatMap((message) => message.role === 'user' ? message.attachments ?? [] : []);
        return { text: said + files.map(({ id }) => ' + ' + new TextDecoder().decode(attachment?.(id))).join('') };
      },
    ] } });
    export const cog = new Cogitator({ memory: { adapter: 'memory' }, models: (id) => (id === 'mine/m' ? model : undefined) });
    export const agents = [new Agent({ name: 'Greeter', model: 'mine/m', tools: [tool, note], todos: true })];
    ${more}
  `;
  writeFileSync(file, text);
  return file;
}

function start(path: string): AbortController {
  const stop = new AbortController();
  const done = develop({
    path,
    home: engines.home,
    print: (line) => lines.push(line),
    printError: (text) => lines.push(text),
    signal: stop.signal,
  });
  engines.later(() => {
    stop.abort();
    return done;
  });
  return stop;
}

type Window = ReturnType<typeof openWindow>;

async function loaded(window: Window, check: (source: CodeSource) => void = () => undefined): Promise<CodeSource> {
  return eventually(async () => {
    const source = must((await window.ask('code.list', {}))[0], 'source');
    check(source);
    return source;
  });
}

function run(window: Window, file: string, input: object): Promise<{ threadId: string; runId: string }> {
  return window.ask('run.start', { agentId: `code:${file}#Greeter`, text: JSON.stringify(input) });
}

async function ended(window: Window, threadId: string, status: string) {
  return eventually(async () => {
    const { summary, window: shown } = await window.ask('thread.open', { threadId, limit: 20 });
    expect(summary.status).toBe(status);
    return { summary, last: shown.entries.at(-1), notes: shown.notes };
  });
}

const isLoaded = (source: CodeSource): void => expect(source.agents).toHaveLength(1);

test('agents of a file run with their own tools and models, approvals included', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  expect(await loaded(window, isLoaded)).toEqual({
    path: file,
    failure: undefined,
    agents: [
      {
        id: `code:${file}#Greeter`,
        name: 'Greeter',
        model: 'mine/m',
        file,
        todos: 'list',
        reasoning: 'default',
        tools: ['greet', 'note'],
        approvals: {},
        limits: { steps: 100 },
        workspace: undefined,
      },
    ],
  });
  const { threadId } = await run(window, file, { who: 'world' });
  expect((await ended(window, threadId, 'finished')).last).toMatchObject({ text: 'Hello, world' });

  const asked = await run(window, file, { who: 'the king' });
  await ended(window, asked.threadId, 'waiting');
  await window.ask('run.decide', { runId: asked.runId, callId: 'call_1_1', decision: 'approved' });
  expect((await ended(window, asked.threadId, 'finished')).last).toMatchObject({ text: 'Hello, the king' });

  const wrong = await run(window, file, { whom: 'typo' });
  const { last } = await ended(window, wrong.threadId, 'finished');
  expect(last).toMatchObject({ text: expect.stringContaining('The arguments of greet are not valid: who:') });
});

test('files that go along reach a model in the code', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  const note = await window.ask('attachment.add', {
    name: 'note.txt',
    mediaType: 'text/plain',
    data: Buffer.from('a note').toString('base64'),
  });
  const { threadId } = await window.ask('run.start', {
    agentId: `code:${file}#Greeter`,
    text: JSON.stringify({ who: 'you' }),
    attachments: [note],
  });
  expect((await ended(window, threadId, 'finished')).last).toMatchObject({ text: 'Hello, you + a note' });
});

test('tools in the code work in the folder of the run, and what they change there is recorded', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  const workspace = join(dirname(engines.home), 'work');
  mkdirSync(workspace);
  const text = JSON.stringify({ tool: 'note', text: 'noted' });
  const { threadId } = await window.ask('run.start', { agentId: `code:${file}#Greeter`, text, workspace });
  const { last, notes } = await ended(window, threadId, 'finished');
  expect(last).toMatchObject({ text: 'written' });
  expect(readFileSync(join(workspace, 'note.txt'), 'utf8')).toBe('noted');
  expect(notes.find(({ kind }) => kind === 'files_changed')).toMatchObject({
    by: 'command',
    root: workspace,
    files: [{ path: 'note.txt' }],
  });
});

test('a stop reaches a tool in the code', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  const { threadId, runId } = await run(window, file, { who: 'you', wait: true });
  await eventually(async () => {
    const { window: shown } = await window.ask('thread.open', { threadId, limit: 5 });
    expect(shown.live).toMatchObject([{ outputs: { call_1_1: { text: 'greeting' } } }]);
  });
  await window.ask('run.stop', { runId });
  expect((await ended(window, threadId, 'stopped')).last).toMatchObject({ content: 'Hello, you' });
});

test('after a save new runs get the new code, and those under way keep the old', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Old' });
  start(file);
  await loaded(window, isLoaded);
  const old = await run(window, file, { who: 'the king' });
  await ended(window, old.threadId, 'waiting');
  write('agents.ts', { says: 'New', more: "export const other = new Agent({ name: 'Other', model: 'mine/m' });" });
  await loaded(window, ({ agents }) => expect(agents.map(({ name }) => name)).toEqual(['Greeter', 'Other']));
  const fresh = await run(window, file, { who: 'world' });
  expect((await ended(window, fresh.threadId, 'finished')).last).toMatchObject({ text: 'New, world' });
  await window.ask('run.decide', { runId: old.runId, callId: 'call_1_1', decision: 'approved' });
  expect((await ended(window, old.threadId, 'finished')).last).toMatchObject({ text: 'Old, the king' });
});

test('a version that does not load is told with its place, and the one before it stays', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Good' });
  start(file);
  await loaded(window, isLoaded);
  writeFileSync(file, 'export const x: number = ;\n');
  const source = await loaded(window, ({ failure }) => expect(failure).toBeDefined());
  expect(source.failure).toEqual({
    message: 'Expression expected',
    file,
    line: 1,
    column: 26,
    excerpt: '> 1 | export const x: number = ;\n  2 | ',
  });
  expect(source.agents).toHaveLength(1);
  expect(window.pushes).toContainEqual({
    type: 'problem',
    error: {
      code: 'code_not_loaded',
      message: 'agents.ts:1:26: Expression expected',
      hint: 'New run shows the lines around it',
    },
  });
  expect(lines.join('')).toContain('agents.ts:1:26: Expression expected');
  const { threadId } = await run(window, file, { who: 'still' });
  expect((await ended(window, threadId, 'finished')).last).toMatchObject({ text: 'Good, still' });
  write('agents.ts', { says: 'Better' });
  await loaded(window, ({ failure }) => expect(failure).toBeUndefined());
});

test('a crash of the code fails its runs in one clear sentence, and a save brings it back', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  const waiting = await run(window, file, { who: 'the king' });
  await ended(window, waiting.threadId, 'waiting');
  const { threadId } = await run(window, file, { who: 'nobody' });
  const crashed = {
    code: 'code_crashed',
    message: expect.stringMatching(/^The code of this agent crashed: agents\.ts:\d+:\d+: crashed on purpose$/),
    hint: 'Correct it and save, then press Continue',
  };
  expect((await ended(window, threadId, 'failed')).summary.error).toEqual(crashed);
  expect((await ended(window, waiting.threadId, 'failed')).summary.error).toEqual(crashed);
  expect((await loaded(window)).agents).toEqual([]);
  await expect(run(window, file, { who: 'x' })).rejects.toThrow('code_not_loaded');
  write('agents.ts', { says: 'Again' });
  await loaded(window, isLoaded);
  await window.ask('run.continue', { threadId });
  expect((await ended(window, threadId, 'finished')).last).toMatchObject({ kind: 'assistant_message' });
});

test('code in an endless loop lets its run be stopped, starts no other, and is replaced by a save', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  const { threadId, runId } = await run(window, file, { who: 'loop' });
  await eventually(async () => {
    const { window: shown } = await window.ask('thread.open', { threadId, limit: 5 });
    expect(shown.live).toMatchObject([{ outputs: { call_1_1: { text: 'greeting' } } }]);
  });
  await window.ask('run.stop', { runId });
  await expect(run(window, file, { who: 'you' })).rejects.toThrow('code_silent');
  await ended(window, threadId, 'stopped');
  write('agents.ts', { says: 'Again' });
  await eventually(() => expect(lines.filter((line) => line.startsWith('Loaded'))).toHaveLength(2));
  const again = await run(window, file, { who: 'you' });
  expect((await ended(window, again.threadId, 'finished')).last).toMatchObject({ text: 'Again, you' });
});

test('what a tool gives that cannot be sent is that call alone', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  const waiting = await run(window, file, { who: 'the king' });
  await ended(window, waiting.threadId, 'waiting');
  for (const who of ['huge', 'odd']) {
    const { threadId } = await run(window, file, { who });
    expect((await ended(window, threadId, 'finished')).last).toMatchObject({
      text: expect.stringMatching(/^greet failed: .* cannot be sent/),
    });
  }
  await window.ask('run.decide', { runId: waiting.runId, callId: 'call_1_1', decision: 'approved' });
  expect((await ended(window, waiting.threadId, 'finished')).last).toMatchObject({ text: 'Hello, the king' });
});

test.skipIf(process.platform === 'win32')('a crash is told though a process that the code began goes on', async () => {
  const window = openWindow(await engines.open());
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  const { threadId } = await run(window, file, { who: 'leaver' });
  const [, pid] = await eventually(() => must(/began (\d+)/.exec(lines.join('')) ?? undefined, 'process'));
  engines.later(() => void process.kill(Number(pid)));
  expect((await ended(window, threadId, 'failed')).summary.error?.message).toContain('exit code 3');
});

test('a folder is all its files, and what it exports twice or not at all is told', async () => {
  const window = openWindow(await engines.open());
  write('one.ts', { says: 'One' });
  write('two.ts', { says: 'Two' });
  writeFileSync(join(folder, 'notes.md'), 'not code');
  writeFileSync(join(folder, 'one.test.ts'), 'throw new Error("not loaded")');
  start(folder);
  const { agents } = await loaded(window, (source) => expect(source.agents).toHaveLength(2));
  expect(agents.map(({ file }) => file)).toEqual([join(folder, 'one.ts'), join(folder, 'two.ts')]);
  write('two.ts', { says: 'Two', more: 'export const twice = new Agent({ name: "Greeter", model: "mine/m" });' });
  await loaded(window, ({ failure }) => expect(failure?.message).toContain('are called “Greeter”'));
});

test('code that never comes to its end is given up with the next save', async () => {
  const window = openWindow(await engines.open());
  const file = join(folder, 'agents.ts');
  writeFileSync(file, `console.error('begun'); setInterval(() => {}, 1000); await new Promise(() => {});`);
  start(file);
  await eventually(() => expect(lines.join('')).toContain('begun'));
  write('agents.ts', { says: 'Hello' });
  await loaded(window, isLoaded);
});

test('when the engine goes away, the next one gets the agents', async () => {
  const first = await engines.elsewhere();
  const engine: Engine = await engines.openShared();
  const window = openWindow(engine);
  const file = write('agents.ts', { says: 'Hello' });
  start(file);
  await loaded(window, isLoaded);
  await first.end('SIGKILL');
  await eventually(() => expect(window.pushes).toContainEqual({ type: 'changed', what: 'all' }));
  await loaded(window, isLoaded);
  const { threadId } = await run(window, file, { who: 'again' });
  expect((await ended(window, threadId, 'finished')).last).toMatchObject({ text: 'Hello, again' });
});

test('an agent in code gives tasks to another one, which acts there as well and need not be exported', async () => {
  const window = openWindow(await engines.open());
  const more = `
    const shout = defineTool({
      name: 'shout', description: '', input: z.object({}), concurrency: 'parallel',
      async execute(_, { workspace }) { return { content: 'HEY in ' + workspace?.root }; },
    });
    const step = (call: object) => ({ calls: [call] });
    const leads = scriptedModel({ id: 'mine/lead', scenario: { steps: [
      step({ name: 'ask_greeter', arguments: { task: 'Shout' } }),
      ({ messages }) => ({ text: 'It said: ' + messages.at(-1)?.content }),
    ] } });
    const shouts = scriptedModel({ id: 'mine/shouts', scenario: { steps: [
      step({ name: 'shout', arguments: {} }),
      ({ messages }) => ({ text: String(messages.at(-1)?.content) }),
    ] } });
    const hidden = new Agent({ name: 'Greeter', model: 'mine/shouts', tools: [shout] });
    export const lead = new Agent({ name: 'Lead', model: 'mine/lead', subagents: [hidden] });
    export const theirs = new Cogitator({
      memory: { adapter: 'memory' },
      models: (id) => [leads, shouts].find((model) => model.id === id),
    });
  `;
  const file = write('agents.ts', { says: 'Hello', more });
  start(file);
  await loaded(window, ({ agents }) => expect(agents.map(({ name }) => name)).toEqual(['Greeter', 'Lead']));
  const agentId = `code:${file}#Lead`;
  const { threadId } = await window.ask('run.start', { agentId, text: 'Go', workspace: folder });
  const { last } = await ended(window, threadId, 'finished');
  expect(last).toMatchObject({ text: `It said: HEY in ${folder}` });
  const [child, ...others] = await window.ask('thread.children', { threadId });
  expect(others).toEqual([]);
  expect(child?.summary).toMatchObject({ agent: 'Greeter', model: 'mine/shouts', status: 'finished' });
});
