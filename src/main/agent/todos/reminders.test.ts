import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { ScriptedStep } from '../../models/scenario.ts';
import { createWorld, type World } from '../testing/world.ts';
import { defineTool } from '../tool.ts';
import { asksThePerson } from './asks-the-person.ts';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import { errorReminder, staleReminder } from './reminders.ts';

const call = (input: unknown) => ({ name: 'todo', arguments: JSON.stringify(input) });
const PLAN: ScriptedStep = { calls: [call({ op: 'init', items: ['a', 'b'] })] };
const WRITE: ScriptedStep = { calls: [{ name: 'write_file', arguments: {} }] };

const writeFile = defineTool({
  name: 'write_file',
  description: '',
  input: z.looseObject({}),
  concurrency: 'exclusive',
  execute: async ({ fails = false }) => ({ content: 'written', isError: Boolean(fails) }),
});
const readFile = defineTool({
  name: 'read_file',
  description: '',
  input: z.looseObject({}),
  concurrency: 'parallel',
  execute: async () => ({ content: 'read' }),
});

function reminders(world: World): readonly string[] {
  return world.entries.flatMap((entry) => (entry.kind === 'reminder' ? [entry.about] : []));
}

async function remindersOf(steps: readonly ScriptedStep[], reminderCount = 3): Promise<readonly string[]> {
  const world = createWorld();
  const todoRules = { reminders: reminderCount };
  await world.run(steps, { todos: 'phases', tools: [writeFile, readFile], todoRules, maxSteps: 100 });
  return reminders(world);
}

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

describe('a model that stops with open tasks', () => {
  it('is reminded, and told which they are', async () => {
    const world = createWorld();
    await world.run([PLAN, { text: 'Done.' }, { text: 'Done.' }], { todos: 'phases' });
    const text =
      '2 tasks are still open:\n- a\n- b\nGo on with them, or mark them done, dropped or blocked if that is what they are.';
    expect(world.entries.filter((entry) => entry.kind === 'reminder')).toMatchObject([{ about: 'todos_open', text }]);
    expect(world.requests[2]?.messages.at(-1)).toEqual({
      role: 'user',
      content: `<system-reminder>\n${text}\n</system-reminder>`,
      developer: true,
    });
  });

  it('is reminded again only after it has done something, and three times at most', async () => {
    const work = [WRITE, { text: 'Done.' }];
    expect(await remindersOf([PLAN, { text: 'Done.' }, { text: 'Done.' }])).toHaveLength(1);
    expect(await remindersOf([PLAN, { text: 'Done.' }, ...work, ...work, ...work, ...work])).toHaveLength(3);
    expect(await remindersOf([PLAN, { text: 'Done.' }, ...work], 1)).toHaveLength(1);
    expect(await remindersOf([PLAN, { text: 'Done.' }], 0)).toEqual([]);
  });

  it('is not reminded in a run in which it did nothing, such as the first on a fork', async () => {
    const world = createWorld();
    const steps = [PLAN, { text: 'Which one?' }, { text: 'Fine.' }];
    await world.run(steps, { todos: 'phases' });
    expect((await world.run(steps, { todos: 'phases' })).outcome).toEqual({ status: 'finished' });
    expect(world.requests).toHaveLength(3);
    expect(reminders(world)).toEqual([]);
  });

  it('is not reminded when all is closed or blocked, nor without the tool', async () => {
    const block = { calls: [call({ op: 'block', phase: 'Tasks', reason: 'no key' })] };
    expect(await remindersOf([PLAN, block, { text: 'Done.' }])).toEqual([]);
    const world = createWorld();
    await world.run([WRITE, { text: 'Done.' }], { tools: [writeFile] });
    expect(reminders(world)).toEqual([]);
  });

  it('is not reminded while it waits for the person', async () => {
    expect(await remindersOf([PLAN, { text: 'Shall I go on?' }])).toEqual([]);
  });
});

test.each([
  'Shall I?',
  'Soll ich？',
  'هل أستمر؟',
  'Really⸮',
  'Να συνεχίσω\u037E',
  '**Shall I?**',
  '("Shall I?")\n\n',
  'Done.\nPlease confirm.',
  'Choose one of the two.',
  'Let me know what you think.',
  '- Pick one: the first, or the second.',
  'Both work; choose one.',
  'I need you to confirm the second.',
  'Once you reply, I go on.',
  'I am waiting for your decision.',
  '> `Which one?`',
])('%j waits for the person', (text) => {
  expect(asksThePerson(text)).toBe(true);
});

test.each([
  'Done.',
  '',
  'Is it? It is.',
  'I confirmed the result.',
  'Why? Because.\nDone;',
  'Answer: 42.',
  'Now I select the rows and pick the newest.',
  'The reply of the server is cached; I will respond to the rest later.',
  `${'*'.repeat(100_000)}x`,
])('%j does not', (text) => {
  expect(asksThePerson(text)).toBe(false);
});

describe('a model that works on and leaves the plan as it is', () => {
  it('is reminded after twelve changes, twice at most', async () => {
    expect(await remindersOf([PLAN, ...times(11, WRITE), { text: 'So?' }])).toEqual([]);
    expect(await remindersOf([PLAN, ...times(12, WRITE), { text: 'So?' }])).toEqual(['todos_stale']);
    expect(await remindersOf([PLAN, ...times(50, WRITE), { text: 'So?' }])).toEqual(['todos_stale', 'todos_stale']);
  });

  it('is not reminded of calls that failed, nor of those that only look', async () => {
    const look: ScriptedStep = { calls: [{ name: 'read_file', arguments: {} }] };
    const fail: ScriptedStep = { calls: [{ name: 'write_file', arguments: { fails: true } }] };
    expect(
      await remindersOf([PLAN, ...times(11, WRITE), ...times(12, look), ...times(12, fail), { text: 'So?' }]),
    ).toEqual([]);
  });

  it('begins to count anew with each call of the tool', async () => {
    const view = { calls: [call({ op: 'view' })] };
    expect(await remindersOf([PLAN, ...times(11, WRITE), view, ...times(11, WRITE), { text: 'So?' }])).toEqual([]);
  });
});

describe('a todo call that failed', () => {
  it('is told once before the next call of the model', async () => {
    const world = createWorld();
    const wrong = { calls: [call({ op: 'done', task: 'nothing' })] };
    await world.run([PLAN, wrong, WRITE, { text: 'So?' }], { todos: 'phases', tools: [writeFile] });
    expect(world.entries.filter((entry) => entry.kind === 'reminder')).toMatchObject([
      {
        about: 'todo_error',
        text: 'The last todo call failed: Errors: Task "nothing" not found\nYour progress is not visible to the person until a todo call succeeds.',
      },
    ]);
  });

  it('is told also where the arguments do not parse, or the call was answered for the tool', () => {
    const stamp = { id: 'e', threadId: 't', seq: 1, at: 0, v: 1, parentId: null, messageId: 'm', callId: 'c' };
    const failed = (content: string) =>
      errorReminder([{ ...stamp, kind: 'tool_result', toolName: 'todo', isError: true, content }])?.text;
    expect(failed('todo failed: boom')).toBe(
      'The last todo call failed: todo failed: boom\nYour progress is not visible to the person until a todo call succeeds.',
    );
    expect(failed('Stopped: the call did not end in time; it may have taken effect.')).toContain('did not end in time');
  });

  it('is told again when another one fails, and not once one has succeeded', async () => {
    const wrong = call({ op: 'done', task: 'nothing' });
    expect(await remindersOf([PLAN, { calls: [wrong] }, { calls: [wrong] }, { text: 'So?' }])).toHaveLength(2);
    expect(await remindersOf([PLAN, { calls: [wrong, call({ op: 'view' })] }, { text: 'So?' }])).toEqual([]);
  });
});

it('counts reminders of a plan that stands still by message: what a person writes meanwhile begins anew', () => {
  const entry = (body: object): PathEntry =>
    ({ id: 'e', threadId: 't', seq: 1, at: 1, v: 1, parentId: null, ...body }) as PathEntry;
  const changes = times(12, entry({ kind: 'tool_result', toolName: 'write_file', isError: false }));
  const reminded = [...changes, entry({ kind: 'reminder', about: 'todos_stale', text: '' })];
  const twice = [...reminded, ...reminded, ...changes];
  expect(staleReminder(twice)).toBeUndefined();
  const message = entry({ kind: 'user_message', text: 'Also this', origin: 'person' });
  expect(staleReminder([...twice, message, ...changes])).toMatchObject({ about: 'todos_stale' });
});
