import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { must } from '../../shared/lib/assert.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import type { Decision } from '../agent/asked.ts';
import { createWorld, type World } from '../agent/testing/world.ts';
import type { AnyTool } from '../agent/tool.ts';
import { scriptedModel } from '../models/scripted.ts';
import { workspaceTools } from '../workspace/tools/workspace-tools.ts';
import { DEMO_APPROVAL_MS, DEMO_MODEL_ID, DEMO_WORDS_PER_SECOND } from './demo-agent.ts';
import { demoWorkspace } from './demo.ts';
import { DEMO_SCENARIO } from './demo-scenario.ts';
import { prepareDemo } from './prepare.ts';

let home = '';
let root = '';
let tools: readonly AnyTool[] = [];
let slept = 0;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'runlight-demo-'));
  const resources = join(import.meta.dirname, '../../../resources');
  const demo = await prepareDemo({ resources, home, id: '1', execPath: process.execPath });
  root = must(demo.ok ? demo.value : undefined, 'demo');
  const workspace = demoWorkspace(home, root);
  tools = workspaceTools().map((tool) => ({
    ...tool,
    execute: (input, context) => tool.execute(input, { ...context, workspace }),
  }));
  slept = 0;
});

afterEach(() => rm(home, { recursive: true, force: true }));

type Options = { readonly decide?: () => Decision; readonly stopAfter?: number };

async function play(world: World, { decide, stopAfter = Infinity }: Options = {}) {
  const sleep = async (ms: number): Promise<void> => {
    slept += ms;
    if (slept > stopAfter) world.controller.abort();
  };
  const pace = { wordsPerSecond: DEMO_WORDS_PER_SECOND, sleep };
  const model = scriptedModel({ id: DEMO_MODEL_ID, scenario: DEMO_SCENARIO, pace });
  return world.run([], { model, tools, todos: 'list', maxSteps: 40, decide });
}

function results(world: World): readonly Extract<PathEntry, { kind: 'tool_result' }>[] {
  return world.entries.filter((entry) => entry.kind === 'tool_result');
}

function callsByStep(world: World): readonly string[] {
  const answers = world.entries.filter((entry) => entry.kind === 'assistant_message');
  return answers.map(({ calls }) => calls.map(({ name }) => name).join(' '));
}

function lastText(world: World): string {
  return world.entries.findLast((entry) => entry.kind === 'assistant_message')?.text ?? '';
}

/** One letter for each item: pending, in progress, completed. */
function plans(world: World): readonly string[] {
  return world.announced.map((todos) => todos.map(({ status }) => status.charAt(0)).join(''));
}

test('the demo plans, works for real, is refused once, asks once, and finishes its plan', async () => {
  const world = createWorld();
  expect((await play(world)).outcome).toEqual({ status: 'finished' });
  expect(plans(world)).toEqual(['ippppp', 'cipppp', 'ccippp', 'cccipp', 'ccccip', 'ccccci', 'cccccc']);
  expect(callsByStep(world)).toEqual([
    'write_todos',
    'list_files read_file read_file',
    'write_todos',
    'write_todos search_files',
    'read_file read_file',
    'write_todos edit_file',
    'write_todos write_file',
    'write_todos edit_file',
    'write_todos',
    'run_command',
    'write_todos',
    '',
  ]);
  const refused = results(world).filter(({ isError }) => isError);
  expect(refused.map(({ callId, content }) => [callId, content])).toEqual([
    ['call_3_1', expect.stringContaining('at most one item may be in_progress, got "look", "cause"')],
  ]);
  expect(world.entries.filter((entry) => entry.kind === 'approval_asked').length).toBe(1);
  const command = results(world).find(({ toolName }) => toolName === 'run_command');
  expect(command?.content).toContain('All 7 checks pass.');
  expect(command?.content).toContain('- 4 cups flour');
  expect(command?.details).toMatchObject({ kind: 'command', exitCode: 0 });
  expect(await readFile(join(root, 'src/scale.js'), 'utf8')).toContain('const factor = servings / recipe.servings;');
  expect(await readFile(join(root, 'README.md'), 'utf8')).toMatch(/node check\.mjs\n\n.*\n\n {4}node examples\//);
  expect(await readdir(join(root, 'examples'))).toEqual(['dinner-for-eight.mjs']);
  expect(lastText(world)).toContain('This was a scripted demo');
});

test('it takes about 20 seconds', async () => {
  await play(createWorld());
  const seconds = (slept + DEMO_APPROVAL_MS) / 1000;
  expect(seconds).toBeGreaterThan(17);
  expect(seconds).toBeLessThan(21);
});

test('a declined command is no success, and what comes after is over', async () => {
  const world = createWorld();
  await play(world, { decide: () => ({ decision: 'rejected', by: 'person' }) });
  expect(plans(world).at(-1)).toBe('ccccci');
  expect(lastText(world)).toContain('nothing has been run');
  say(world, 'Go on');
  await play(world);
  expect(lastText(world)).toContain('Settings → Providers & keys');
});

test('when the tools do not do what the words say, it says so', async () => {
  await rm(join(root, 'src/scale.js'));
  const world = createWorld();
  expect((await play(world)).outcome).toEqual({ status: 'finished' });
  expect(plans(world).at(-1)).toBe('cipppp');
  expect(lastText(world)).toContain('That did not go as the script of this demo expects');
});

test('afterwards it says how to connect a real model, however often it is asked', async () => {
  const world = createWorld();
  await play(world);
  for (const words of ['Thanks', 'And now?']) {
    say(world, words);
    expect((await play(world)).outcome).toEqual({ status: 'finished' });
    expect(lastText(world)).toContain('The demo is over');
  }
});

test.each([[500], [3000], [7000], [12_000], [16_000]])(
  'stopped after %i ms it goes on where it was',
  async (stopAfter) => {
    const world = createWorld();
    expect((await play(world, { stopAfter })).outcome).toEqual({ status: 'stopped' });
    const next = createWorld();
    next.entries.push(...world.entries);
    say(next, 'Continue');
    expect((await play(next)).outcome).toEqual({ status: 'finished' });
    expect(plans(next).at(-1)).toBe('cccccc');
    expect(lastText(next)).toContain('This was a scripted demo');
  },
);

function say(world: World, text: string): void {
  const last = world.entries.at(-1);
  const parentId = world.entries.findLast((entry) => 'parentId' in entry)?.id ?? null;
  const body = { kind: 'user_message', text, origin: 'person' } as const;
  world.entries.push({
    id: `said${world.entries.length}`,
    threadId: 'thread',
    seq: (last?.seq ?? 0) + 1,
    at: 0,
    v: 1,
    parentId,
    ...body,
  });
}
