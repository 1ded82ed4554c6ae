import { describe, expect, test } from 'vitest';
import type { PathBody, PathEntry, ToolResultBody } from '../thread/entry.ts';
import type { ToolDetails } from '../thread/tool-details.ts';
import type { Json } from '../lib/json.ts';
import { openItems, type Plan, planIn, planItems, planProgress } from './plan.ts';

type Call = {
  readonly args?: unknown;
  /** What came back beside the text: of a foreign tool, or of one of ours. */
  readonly details?: unknown;
  readonly own?: ToolDetails;
  readonly answer?: string;
  readonly isError?: boolean;
};

/** The plan after each of the calls that changed it. */
function history(...calls: readonly Call[]): readonly Plan[] {
  const plans: Plan[] = [];
  for (const call of calls) {
    const plan = planAfter(plans.at(-1), call);
    if (plan !== undefined) plans.push(plan);
  }
  return plans;
}

function planAfter(before: Plan | undefined, { args, details, own, answer = 'ok', isError = false }: Call) {
  const body: ToolResultBody = {
    kind: 'tool_result',
    messageId: 'm',
    callId: 'c',
    toolName: 'any_name',
    content: answer,
    isError,
    ...(details === undefined ? {} : { details: { kind: 'other', value: details as Json } }),
    ...(own === undefined ? {} : { details: own }),
  };
  const made = args === undefined ? undefined : { id: 'c', name: 'any_name', arguments: JSON.stringify(args) };
  return planIn(entry(body), { plan: () => before, call: () => made });
}

function entry(body: PathBody): PathEntry {
  return { id: 'e', threadId: 't', seq: 1, at: 1, v: 1, parentId: null, ...body };
}

/** `key [status] content`, a line each, behind the names of their phases. */
function shown(plan: Plan | undefined): readonly string[] {
  return (plan?.phases ?? []).flatMap(({ name, items }) => [
    ...(name === undefined ? [] : [`# ${name}`]),
    ...items.map(({ key, content, status, note }) => {
      const named = key === content ? content : `${key}: ${content}`;
      return `${status} ${named}${note === undefined ? '' : ` (${note})`}`;
    }),
  ]);
}

/** Of each plan in turn. */
function told(...calls: readonly Call[]): readonly (readonly string[])[] {
  return history(...calls).map(shown);
}

describe('our own lists', () => {
  test('the flat one, by its ids', () => {
    const todos = [{ id: 'a', content: 'First', status: 'in_progress' }] as const;
    expect(history({ own: { kind: 'todos', todos } })).toEqual([
      { phases: [{ items: [{ key: 'a', id: 'a', content: 'First', status: 'in_progress' }] }] },
    ]);
  });

  test('one that is written again unchanged is no change', () => {
    const todos = [{ id: 'a', content: 'First', status: 'pending' }] as const;
    expect(
      history({ own: { kind: 'todos', todos } }, { args: { todos } }, { own: { kind: 'todos', todos } }),
    ).toHaveLength(1);
  });

  test('a failed call is no change', () => {
    const todos = [{ id: 'a', content: 'First', status: 'pending' }] as const;
    expect(history({ args: { todos }, isError: true })).toEqual([]);
  });

  test('the phased one, by contents, with the note of what is blocked', () => {
    const phases = [
      { name: 'Survey', tasks: [{ content: 'Read', status: 'completed', blocker: 'old' }] },
      {
        name: 'Work',
        tasks: [
          { content: 'Write', status: 'blocked', blocker: 'no key' },
          { content: 'Skip', status: 'abandoned' },
        ],
      },
      { name: 'Empty', tasks: [] },
    ];
    expect(told({ args: { op: 'done' }, details: { op: 'done', phases, storage: 'session' } })).toEqual([
      ['# Survey', 'completed Read', '# Work', 'blocked Write (no key)', 'abandoned Skip', '# Empty'],
    ]);
  });

  test('a view of the phased one is no change, whatever it shows', () => {
    const phases = [{ name: 'A', tasks: [{ content: 'a', status: 'pending' }] }];
    expect(told({ args: { op: 'view' }, details: { op: 'view', phases } })).toEqual([]);
  });

  test('the phased one with all that is in it, even without words', () => {
    const phases = [
      {
        name: '',
        tasks: [
          { content: '', status: 'in_progress' },
          { content: ' ', status: 'blocked', blocker: '' },
        ],
      },
    ] as const;
    const own = { kind: 'phases', op: 'init', phases, storage: 'session' } as const;
    const plan = {
      phases: [
        {
          name: '',
          items: [
            { key: '', content: '', status: 'in_progress' },
            { key: ' ', content: ' ', status: 'blocked' },
          ],
        },
      ],
    };
    expect(history({ own })).toEqual([plan]);
    const edit = entry({ kind: 'user_todo_edit', action: 'The person added “”.', phases });
    expect(planIn(edit, { plan: () => undefined, call: () => undefined })).toEqual(plan);
    expect(history({ own: { ...own, op: 'view' }, args: { op: 'view' } })).toEqual([]);
  });

  test('what a person made of it', () => {
    const items = [{ id: 'a', content: 'First', status: 'completed' }] as const;
    const edit = entry({ kind: 'user_todo_edit', action: 'The person completed “First”.', items });
    const known = { call: () => undefined };
    expect(shown(planIn(edit, { ...known, plan: () => undefined }))).toEqual(['completed a: First']);
    const cleared = entry({ kind: 'user_todo_edit', action: 'The person removed everything.', items: [] });
    expect(planIn(cleared, { ...known, plan: () => planIn(edit, { ...known, plan: () => undefined }) })).toEqual({
      phases: [{ items: [] }],
    });
  });
});

describe('whole lists of other agents', () => {
  test('todos with an active form, from what the tool made of them', () => {
    const todo = { content: 'Run', status: 'in_progress', activeForm: 'Running' };
    const newTodos = [{ ...todo, status: 'completed' }];
    expect(
      told({ args: { todos: [todo] } }, { args: { todos: [todo] }, details: { oldTodos: [todo], newTodos } }),
    ).toEqual([['in_progress Run'], ['completed Run']]);
  });

  test('a plan of steps', () => {
    const plan = [
      { step: 'Read', status: 'completed' },
      { step: 'Write', status: 'in_progress' },
    ];
    expect(told({ args: { explanation: 'Going on', plan } })).toEqual([['completed Read', 'in_progress Write']]);
  });

  test('entries with priorities', () => {
    const entries = [{ content: 'Read', priority: 'high', status: 'pending' }];
    expect(told({ details: { sessionUpdate: 'plan', entries } })).toEqual([['pending Read']]);
  });

  test('todos with ids, priorities and cancelled ones', () => {
    const todos = [
      { id: '1', content: 'Read', status: 'completed', priority: 'high' },
      { id: '2', content: 'Write', status: 'cancelled', priority: 'low' },
    ];
    expect(told({ args: { todos } })).toEqual([['completed 1: Read', 'abandoned 2: Write']]);
  });

  test('descriptions, with what is blocked', () => {
    const todos = [
      { description: 'Read', status: 'cancelled' },
      { description: 'Write', status: 'blocked' },
    ];
    expect(told({ args: { todos } })).toEqual([['abandoned Read', 'blocked Write']]);
  });

  test('items that are done or not', () => {
    const items = [
      { text: 'Read', completed: true },
      { text: 'Write', completed: false },
    ];
    expect(told({ details: { type: 'todo_list', items } })).toEqual([['completed Read', 'pending Write']]);
    const todos = [{ id: 1, text: 'Read', done: true }];
    expect(told({ args: { action: 'toggle', id: 1 }, details: { action: 'toggle', todos, nextId: 2 } })).toEqual([
      ['completed 1: Read'],
    ]);
  });

  test('titles with numbers, and statuses in words', () => {
    const todoList = [
      { id: 1, title: 'Read', description: 'All of it', status: 'completed' },
      { id: 2, title: 'Write', description: '', status: 'in-progress' },
      { id: 3, title: 'Ship', description: '', status: 'not-started' },
    ];
    expect(told({ args: { operation: 'write', todoList } })).toEqual([
      ['completed 1: Read', 'in_progress 2: Write', 'pending 3: Ship'],
    ]);
    expect(told({ args: { operation: 'read', todoList } })).toEqual([]);
  });

  test('an empty one clears the plan', () => {
    expect(told({ args: { todos: [{ content: 'a', status: 'pending' }] } }, { args: { todos: [] } })).toEqual([
      ['pending a'],
      [],
    ]);
  });
});

describe('plans that change bit by bit', () => {
  const created = (id: string, subject: string): Call => ({
    args: { subject, description: 'More of it', activeForm: 'At it' },
    details: { task: { id, subject } },
    answer: `Task #${id} created successfully: ${subject}`,
  });

  test('create, update, rename and delete, by the ids that the answers gave', () => {
    const calls = [
      created('1', 'Read'),
      created('2', 'Write'),
      { args: { taskId: '1', status: 'in_progress' }, details: { success: true, taskId: '1' } },
      { args: { taskId: '2', subject: 'Write it all', description: 'x' }, details: { success: true, taskId: '2' } },
      { args: { taskId: '1', status: 'completed' } },
      { args: { taskId: '2', status: 'deleted' } },
    ];
    expect(told(...calls)).toEqual([
      ['pending 1: Read'],
      ['pending 1: Read', 'pending 2: Write'],
      ['in_progress 1: Read', 'pending 2: Write'],
      ['in_progress 1: Read', 'pending 2: Write it all'],
      ['completed 1: Read', 'pending 2: Write it all'],
      ['completed 1: Read', 'abandoned 2: Write it all'],
    ]);
  });

  test.each(['Task #7 created successfully: Read', 'Created task 7: Read', 'Todo 7 was added: Read'])(
    'an id that only the text tells: %s',
    (answer) => {
      expect(told({ args: { subject: 'Read' }, answer })).toEqual([['pending 7: Read']]);
    },
  );

  test.each([
    ['an update that did not succeed', { args: { taskId: '1', status: 'completed' }, details: { success: false } }],
    ['one of another task', { args: { taskId: '9', subject: 'Other', status: 'completed' } }],
    ['one of links alone', { args: { taskId: '1', addBlockedBy: ['2'], owner: 'x' } }],
    ['a look at one', { args: { taskId: '1' }, details: { task: { id: '1', subject: 'New', status: 'completed' } } }],
    ['a look at all', { args: {}, details: { tasks: [{ id: '2', subject: 'New', status: 'completed' }] } }],
    ['the number of something else', { args: { id: '1', status: 'closed' } }],
  ])('%s changes nothing', (_, call) => {
    expect(told(created('1', 'Read'), call)).toEqual([['pending 1: Read']]);
  });

  test('merge changes what is known and adds what is not', () => {
    const todos = [
      { id: 'a', content: 'Read', status: 'in_progress' },
      { id: 'b', content: 'Write', status: 'pending' },
    ];
    const more = [
      { id: 'b', status: 'in_progress' },
      { id: 'a', status: 'completed' },
      { id: 'c', content: 'Ship', status: 'pending' },
    ];
    expect(told({ args: { merge: false, todos } }, { args: { merge: true, todos: more } }).at(-1)).toEqual([
      'completed a: Read',
      'in_progress b: Write',
      'pending c: Ship',
    ]);
  });

  test('add, and remove', () => {
    const calls = [
      { args: { action: 'add', todos: [{ content: 'Read' }] } },
      { args: { action: 'add', content: 'Write', status: 'pending' } },
      { args: { op: 'add', todo: { content: 'Ship' } } },
      { args: { action: 'remove', todo: { content: 'Write' } } },
    ];
    expect(told(...calls).at(-1)).toEqual(['pending Read', 'abandoned Write', 'pending Ship']);
  });

  test('additions go to the last phase, and a note goes with its block', () => {
    const phases = [
      { name: 'A', tasks: [{ content: 'a', status: 'blocked', blocker: 'why' }] },
      { name: 'B', tasks: [] },
    ];
    const todos = [{ content: 'a', status: 'pending' }, { content: 'b' }];
    expect(told({ details: { phases } }, { args: { merge: true, todos } })).toEqual([
      ['# A', 'blocked a (why)', '# B'],
      ['# A', 'pending a', '# B', 'pending b'],
    ]);
  });
});

describe('who an item is', () => {
  const list = (...contents: readonly string[]): Call => ({
    args: { todos: contents.map((content) => ({ content, status: 'pending' })) },
  });
  const keys = (...calls: readonly Call[]) => history(...calls).map((plan) => planItems(plan).map(({ key }) => key));

  test('its id says, whatever its content', () => {
    const named = (id: string, content: string) => ({ args: { todos: [{ id, content, status: 'pending' }] } });
    expect(keys(named('a', 'x'), named('a', 'y'), named('b', 'y'))).toEqual([['a'], ['a'], ['b']]);
  });

  test('without ids its content says, wherever it stands', () => {
    expect(keys(list('x', 'y'), list('y', 'z', 'x'))).toEqual([
      ['x', 'y'],
      ['y', 'z', 'x'],
    ]);
  });

  test('a new content in the place of an old one is a new name, where others stayed', () => {
    expect(keys(list('x', 'y'), list('x', 'Y!'), list('X!', 'Y!'))).toEqual([
      ['x', 'y'],
      ['x', 'y'],
      ['x', 'y'],
    ]);
  });

  test('a list with nothing in common is another one', () => {
    expect(keys(list('x', 'y'), list('p', 'q'))).toEqual([
      ['x', 'y'],
      ['p', 'q'],
    ]);
  });

  test('the same content twice is two items', () => {
    expect(keys(list('x', 'x'), list('x', 'x', 'x'))).toEqual([
      ['x', 'x (2)'],
      ['x', 'x (2)', 'x (3)'],
    ]);
  });

  test('a name that another item had first is taken', () => {
    expect(keys(list('x', 'y'), list('X', 'y'), list('X', 'y', 'x'))).toEqual([
      ['x', 'y'],
      ['x', 'y'],
      ['x', 'y', 'x (2)'],
    ]);
  });
});

describe('what is no plan', () => {
  test.each<[string, Call]>([
    [
      'text that looks like one',
      { args: { path: 'TODO.md', content: '- [ ] a\n- [x] b' }, answer: '- [ ] a\n- [x] b' },
    ],
    ['a list of text', { args: { todos: ['a', 'b'] } }],
    ['a plan in prose', { args: { plan: '1. a\n2. b' } }],
    ['items without a status', { args: { items: [{ text: 'a' }] } }],
    ['a status of another kind', { args: { todos: [{ content: 'a', status: 'urgent' }] } }],
    ['an empty list of anything', { args: { entries: [], items: [] } }],
    ['a folder', { details: { entries: [{ name: 'a', type: 'file' }] } }],
    ['mail', { args: { subject: 'Hello', to: 'a@example.org', body: 'b' }, answer: 'Sent' }],
    ['a note added to something', { args: { action: 'add', items: [{ text: 'milk' }] } }],
    ['arguments that are no JSON object', { args: [{ content: 'a', status: 'pending' }] }],
    [
      'a file that was written',
      { args: { todos: [] }, own: { kind: 'command', command: 'x', exitCode: 0, ended: 'exit', durationMs: 1 } },
    ],
    ['an answer without a call', {}],
  ])('%s', (_, call) => {
    expect(told(call)).toEqual([]);
  });
});

test('completed and abandoned items are done, blocked ones are open', () => {
  const statuses = ['pending', 'in_progress', 'completed', 'abandoned', 'blocked'];
  const [plan = { phases: [] }] = history({ args: { todos: statuses.map((status) => ({ content: status, status })) } });
  expect(planProgress(plan)).toEqual({ done: 2, total: 5 });
  expect(openItems(planProgress(plan))).toBe(3);
});
