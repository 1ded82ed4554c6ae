import { describe, expect, test } from 'vitest';
import { applyTodoOps, callTodo, type PhaseTask, type TodoOp, type TodoPhase } from './phases.ts';

const MARKS: Readonly<Record<string, PhaseTask['status']>> = {
  ' ': 'pending',
  '>': 'in_progress',
  x: 'completed',
  '-': 'abandoned',
  '!': 'blocked',
};

/** `plan('A: >a  b', 'B: !c=why')`: a phase each, every task behind its mark. */
function plan(...lines: readonly string[]): readonly TodoPhase[] {
  return lines.map((line) => {
    const [name = '', tasks = ''] = line.split(': ');
    return { name, tasks: tasks === '' ? [] : tasks.split(', ').map(taskOf) };
  });
}

function taskOf(text: string): PhaseTask {
  const [content = '', blocker] = text.slice(1).split('=');
  const status = MARKS[text.charAt(0)] ?? 'pending';
  return { content, status, ...(blocker === undefined ? {} : { blocker }) };
}

const PLAN = plan('A: xa, >b,  c', 'B:  d, -e, !f=why');

/** What a successful call leaves. */
function after(phases: readonly TodoPhase[], input: unknown): readonly TodoPhase[] {
  const call = callTodo(phases, input);
  expect(call.isError, call.text).toBeUndefined();
  return call.phases;
}

/** The first line of a failed call, which must change nothing. */
function refusal(phases: readonly TodoPhase[], input: unknown): string | undefined {
  const call = callTodo(phases, input);
  expect(call).toEqual({ phases, text: call.text, isError: true });
  return call.text.split('\n')[0];
}

describe('init', () => {
  test('replaces everything by a list, all pending but the first', () => {
    const list = [
      { phase: 'X', items: ['a', 'y'] },
      { phase: 'Z', items: ['z'] },
    ];
    expect(after(PLAN, { op: 'init', list })).toEqual(plan('X: >a,  y', 'Z:  z'));
  });

  test('takes flat items, into the phase Tasks or the one named', () => {
    expect(after(PLAN, { op: 'init', items: ['p', 'q'] })).toEqual(plan('Tasks: >p,  q'));
    expect(after(PLAN, { op: 'init', items: ['p'], phase: 'X' })).toEqual(plan('X: >p'));
  });

  test('prefers the list, and an empty one clears', () => {
    expect(after(PLAN, { op: 'init', list: [{ phase: 'X', items: ['y'] }], items: ['a'] })).toEqual(plan('X: >y'));
    expect(callTodo(PLAN, { op: 'init', list: [], items: ['a'] })).toEqual({ phases: [], text: 'Todo list cleared.' });
  });

  test.each([
    ['nothing', {}, 'Missing list for init operation'],
    ['no items', { items: [] }, 'Missing list for init operation'],
    [
      'phases and tasks twice',
      {
        list: [
          { phase: 'X', items: ['a', 'a'] },
          { phase: 'X', items: ['a'] },
        ],
      },
      'Duplicate task "a" in init list; Duplicate phase "X" in init list; Duplicate task "a" in init list',
    ],
  ])('refuses %s', (_, fields, error) => {
    expect(refusal(PLAN, { op: 'init', ...fields })).toBe(`Errors: ${error}`);
  });
});

describe('start', () => {
  test('sends every other task in progress back', () => {
    expect(after(PLAN, { op: 'start', task: 'd' })).toEqual(plan('A: xa,  b,  c', 'B: >d, -e, !f=why'));
    const twice = plan('A: >a, >b', 'B:  c');
    expect(after(twice, { op: 'start', task: 'c' })).toEqual(plan('A:  a,  b', 'B: >c'));
  });

  test.each(['a', 'e'])('reopens the closed task %s', (task) => {
    const tasks = after(PLAN, { op: 'start', task }).flatMap((phase) => phase.tasks);
    expect(tasks.filter(({ status }) => status === 'in_progress').map(({ content }) => content)).toEqual([task]);
  });

  test('leaves the note of a blocked task', () => {
    expect(after(PLAN, { op: 'start', task: 'f' })).toEqual(plan('A: xa,  b,  c', 'B:  d, -e, >f=why'));
  });

  test.each([{}, { task: '' }])('refuses %j', (fields) => {
    expect(refusal(PLAN, { op: 'start', ...fields })).toBe('Errors: Missing task content');
  });
});

describe.each([
  ['done', 'x'],
  ['drop', '-'],
])('%s', (op, mark) => {
  test('closes a task, and the first pending one goes on', () => {
    expect(after(PLAN, { op, task: 'b', phase: 'B' })).toEqual(plan(`A: xa, ${mark}b, >c`, 'B:  d, -e, !f=why'));
  });

  test('closes a phase, whatever the status of its tasks', () => {
    expect(after(PLAN, { op, phase: 'B', task: '' })).toEqual(
      plan('A: xa, >b,  c', `B: ${mark}d, ${mark}e, ${mark}f=why`),
    );
  });

  test.each([{}, { task: '', phase: '' }])('closes everything with %j', (fields) => {
    expect(after(PLAN, { op, ...fields })).toEqual(
      plan(`A: ${mark}a, ${mark}b, ${mark}c`, `B: ${mark}d, ${mark}e, ${mark}f=why`),
    );
  });
});

describe('block', () => {
  test('holds an open task up and goes on with the next one', () => {
    expect(after(PLAN, { op: 'block', task: 'b', reason: ' no\n\tkey ' })).toEqual(
      plan('A: xa, !b=no key, >c', 'B:  d, -e, !f=why'),
    );
  });

  test('skips closed tasks of a phase, and replaces notes', () => {
    expect(after(PLAN, { op: 'block', phase: 'B', reason: 'new' })).toEqual(
      plan('A: xa, >b,  c', 'B: !d=new, -e, !f=new'),
    );
    expect(after(PLAN, { op: 'block', task: 'a' })).toEqual(PLAN);
  });

  test.each([{}, { reason: ' \n ' }])('has no note with %j', (fields) => {
    expect(after(PLAN, { op: 'block', task: 'f', ...fields })).toEqual(plan('A: xa, >b,  c', 'B:  d, -e, !f'));
  });

  test('never promotes what is blocked', () => {
    expect(after(plan('A: >a, !b'), { op: 'done', task: 'a' })).toEqual(plan('A: xa, !b'));
  });
});

test('unblock sends blocked tasks back to pending, without their notes, and nothing else', () => {
  expect(after(PLAN, { op: 'unblock', phase: 'B' })).toEqual(plan('A: xa, >b,  c', 'B:  d, -e,  f'));
  expect(after(PLAN, { op: 'unblock', task: 'a' })).toEqual(PLAN);
});

describe.each(['block', 'unblock'])('%s', (op) => {
  test.each([
    [{}, `${op} requires a task or phase target`],
    [{ task: '' }, 'Missing task content'],
    [{ phase: '' }, 'Missing phase name'],
  ])('refuses %j', (fields, error) => {
    expect(refusal(PLAN, { op, ...fields })).toBe(`Errors: ${error}`);
  });
});

describe('rm', () => {
  test('removes a task', () => {
    expect(after(PLAN, { op: 'rm', task: 'b' })).toEqual(plan('A: xa, >c', 'B:  d, -e, !f=why'));
  });

  test('empties a phase, again and again, and leaves its heading', () => {
    const emptied = after(PLAN, { op: 'rm', phase: 'A' });
    expect(emptied).toEqual(plan('A', 'B: >d, -e, !f=why'));
    expect(after(emptied, { op: 'rm', phase: 'A' })).toEqual(emptied);
  });

  test.each([{}, { task: '', phase: '' }])('empties every phase with %j', (fields) => {
    expect(callTodo(PLAN, { op: 'rm', ...fields })).toEqual({ phases: plan('A', 'B'), text: 'Todo list cleared.' });
  });

  test('of a task twice is an error', () => {
    expect(refusal(after(PLAN, { op: 'rm', task: 'b' }), { op: 'rm', task: 'b' })).toBe('Errors: Task "b" not found');
  });
});

describe('append', () => {
  test('adds pending tasks at the end of a phase, the first of that name', () => {
    const twins = plan('A: >a', 'A:  b');
    expect(after(twins, { op: 'append', phase: 'A', items: ['x', 'y'] })).toEqual(plan('A: >a,  x,  y', 'A:  b'));
  });

  test('creates a missing phase at the end', () => {
    expect(after(PLAN, { op: 'append', phase: 'C', items: ['x'] })).toEqual([...PLAN, ...plan('C:  x')]);
  });

  test.each([
    ['no phase', { items: ['x'] }, 'Missing phase name for append operation'],
    ['a blank phase', { items: ['x'], phase: '' }, 'Missing phase name for append operation'],
    ['no items', { phase: 'A' }, 'Missing items for append operation'],
    ['empty items', { phase: 'A', items: [] }, 'Missing items for append operation'],
    ['what there is, even closed', { phase: 'B', items: ['x', 'a'] }, 'Task "a" already exists'],
    ['the same twice', { phase: 'B', items: ['x', 'x'] }, 'Task "x" already exists'],
    ['several', { phase: 'B', items: ['a', 'b'] }, 'Task "a" already exists; Task "b" already exists'],
  ])('refuses %s', (_, fields, error) => {
    expect(refusal(PLAN, { op: 'append', ...fields })).toBe(`Errors: ${error}`);
  });
});

test('view reads only: it does not even normalise', () => {
  const odd = plan('A: >a, >b');
  expect(callTodo(odd, { op: 'view' }).phases).toBe(odd);
  expect(callTodo([], { op: 'view' })).toEqual({ phases: [], text: 'Todo list is empty.' });
  expect(callTodo(plan('A'), { op: 'view', items: [] })).toEqual({ phases: plan('A'), text: 'Todo list is empty.' });
});

describe('look-up', () => {
  test('is by exact equality', () => {
    expect(refusal(PLAN, { op: 'done', task: 'B' })).toBe('Errors: Task "B" not found');
    expect(refusal(PLAN, { op: 'done', task: 'b ' })).toBe('Errors: Task "b " not found');
    expect(refusal(PLAN, { op: 'done', phase: 'a' })).toBe('Errors: Phase "a" not found');
  });

  test('takes the first match in order', () => {
    const twins = plan('A: >a,  b', 'B:  b');
    expect(after(twins, { op: 'done', task: 'b' })).toEqual(plan('A: >a, xb', 'B:  b'));
    expect(after(plan('A: >a', 'A:  b'), { op: 'drop', phase: 'A' })).toEqual(plan('A: -a', 'A: >b'));
  });

  test('says why a task may be missing', () => {
    const empty = '(todo list is empty — was it replaced or not yet created?)';
    const byId = "Tasks are referenced by content, not by IDs — pass the task's full text from the previous result.";
    expect(callTodo([], { op: 'done', task: 'x' }).text).toBe(`Errors: Task "x" not found ${empty}`);
    expect(refusal(plan('A'), { op: 'rm', task: 'x' })).toBe(`Errors: Task "x" not found ${empty}`);
    expect(refusal(PLAN, { op: 'start', task: 'task-12' })).toBe(`Errors: Task "task-12" not found. ${byId}`);
    expect(refusal([], { op: 'start', task: 'task-1' })).toBe(`Errors: Task "task-1" not found. ${byId}`);
    expect(refusal(PLAN, { op: 'start', task: 'task-1a' })).toBe('Errors: Task "task-1a" not found');
  });
});

describe('normalising', () => {
  test('keeps the first of several in progress', () => {
    const odd = plan('A:  a, >b', 'B: >c,  d');
    expect(after(odd, { op: 'drop', task: 'd' })).toEqual(plan('A:  a, >b', 'B:  c, -d'));
  });

  test('may go back to an earlier phase', () => {
    expect(after(plan('A:  a', 'B: >b,  c'), { op: 'done', task: 'b' })).toEqual(plan('A: >a', 'B: xb,  c'));
  });
});

describe('completedTasks', () => {
  test('are those that the call completed, and no key otherwise', () => {
    expect(callTodo(PLAN, { op: 'done' }).completedTasks).toEqual([
      { phase: 'A', content: 'b' },
      { phase: 'A', content: 'c' },
      { phase: 'B', content: 'd' },
      { phase: 'B', content: 'e' },
      { phase: 'B', content: 'f' },
    ]);
    expect(callTodo(PLAN, { op: 'done', task: 'a' })).not.toHaveProperty('completedTasks');
    expect(callTodo(PLAN, { op: 'done', task: 'x' })).not.toHaveProperty('completedTasks');
  });
});

test('several done calls all land, each on what the one before left', () => {
  const left = ['b', 'c', 'd'].reduce((phases, task) => after(phases, { op: 'done', task }), PLAN);
  expect(left).toEqual(plan('A: xa, xb, xc', 'B: xd, -e, !f=why'));
});

describe('a call without an op', () => {
  test.each([
    ['a list', PLAN, { list: [{ phase: 'X', items: ['y'] }] }, plan('X: >y')],
    ['items and a phase', PLAN, { items: ['y'], phase: 'X' }, [...PLAN, ...plan('X:  y')]],
    ['bare items on an empty list', plan('A'), { items: ['y'] }, plan('Tasks: >y')],
  ])('is repaired with %s', (_, before, input, expected) => {
    expect(after(before, input)).toEqual(expected);
  });

  test.each([
    ['bare items on a list', PLAN, { items: ['y'] }],
    ['an empty list', [], { list: [] }],
    ['an empty list beside items', [], { list: [], items: ['y'] }],
    ['empty items', [], { items: [] }],
    ['a task', PLAN, { task: 'a' }],
    ['nothing', PLAN, {}],
  ])('is refused with %s', (_, before, input) => {
    expect(refusal(before, input)).toBe(
      'Invalid todo arguments: op: must be one of init, start, done, drop, block, unblock, rm, append, view',
    );
  });
});

describe('what the schema refuses', () => {
  test.each([
    ['an unknown op', { op: 'finish' }, /^op: must be one of init, /],
    ['an op of another type', { op: 7 }, /^op: must be one of init, /],
    ['an empty op', { op: '', items: ['a'], phase: 'X' }, /^op: must be one of init, /],
    ['a phase without items', { op: 'init', list: [{ phase: 'X', items: [] }] }, /^list\.0\.items: must not be empty$/],
    ['a number as a task', { op: 'done', task: 1 }, /^task: expected string, received number$/],
    ['null, which would else mean everything', { op: 'rm', task: null }, /^task: expected string, received null$/],
    ['a wrong field that the op ignores', { op: 'view', items: 'a' }, /^items: expected array, received string$/],
    ['several', { op: 'append', phase: {}, items: [1] }, /^phase: expected string.*; items\.0: expected string/],
    ['text', 'init', /^op: must be one of .* in an object of arguments$/],
    ['null', null, /^op: must be one of .* in an object of arguments$/],
    ['an array', [], /^op: must be one of .* in an object of arguments$/],
  ])('%s', (_, input, problem) => {
    const [prefix, error] = refusal(PLAN, input)?.split(/(?<=^Invalid todo arguments: )/) ?? [];
    expect([prefix, error]).toEqual(['Invalid todo arguments: ', expect.stringMatching(problem)]);
  });

  test('not a field that it does not know', () => {
    expect(after(PLAN, { op: 'done', task: 'b', why: 'x' })).toEqual(after(PLAN, { op: 'done', task: 'b' }));
  });
});

describe('the summary', () => {
  test('tells of every task and phase', () => {
    const lines = [
      'Remaining items (3):',
      '  - b [in_progress] (A)',
      '  - c [pending] (A)',
      '  - d [pending] (B)',
      'Overall: 2/6 done, 3 open, 1 blocked.',
      'Active phase 1/2 "A" (1/3) — earliest phase with open tasks; the in-progress pointer auto-advances to the ' +
        'earliest open task on each completion, so it can sit behind out-of-order work (nothing was un-completed).',
      '  A:',
      '    - [X] a',
      '    - [ ] b (in progress)',
      '    - [ ] c',
      '  B:',
      '    - [ ] d',
      '    - [ ] e (dropped)',
      '    - [ ] f (blocked: why)',
    ];
    expect(callTodo(PLAN, { op: 'view' }).text).toBe(lines.join('\n'));
    expect(callTodo(PLAN, { op: 'rm', task: 'x' }).text).toBe(['Errors: Task "x" not found', ...lines].join('\n'));
  });

  test('names the last phase when nothing is open, and shows no note of what is not blocked', () => {
    expect(callTodo(plan('A: xa=old', 'B: !b'), { op: 'view' }).text).toBe(
      [
        'Remaining items: none.',
        'Overall: 1/2 done, 0 open, 1 blocked.',
        'Active phase 2/2 "B" (0/1).',
        '  A:',
        '    - [X] a',
        '  B:',
        '    - [ ] b (blocked)',
      ].join('\n'),
    );
  });
});

describe('applyTodoOps', () => {
  const start: TodoOp = { op: 'start', task: 'd' };

  test('does all on one clone and normalises once', () => {
    // Normalised in between, `x` would have been started before `y` came, and gone on.
    const ops: readonly TodoOp[] = [
      { op: 'rm' },
      { op: 'append', phase: 'B', items: ['x'] },
      { op: 'append', phase: 'A', items: ['y'] },
    ];
    expect(applyTodoOps(PLAN, ops)).toEqual({ phases: plan('A: >y', 'B:  x'), errors: [] });
  });

  test('with any error gives back the very same phases, and every error', () => {
    const result = applyTodoOps(PLAN, [start, { op: 'done', task: 'x' }, { op: 'block' }]);
    expect(result).toEqual({ phases: PLAN, errors: ['Task "x" not found', 'block requires a task or phase target'] });
    expect(result.phases).toBe(PLAN);
  });

  test('leaves a list alone that is only looked at', () => {
    const odd = plan('A: >a, >b');
    expect(applyTodoOps(odd, [{ op: 'view' }]).phases).toBe(odd);
    expect(applyTodoOps(odd, []).phases).toBe(odd);
  });
});
