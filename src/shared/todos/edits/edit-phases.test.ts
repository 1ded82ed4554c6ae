import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownToPhases, phasesToMarkdown } from '../phases-markdown.ts';
import type { TodoPhase } from '../phases.ts';
import { editPhases, replacePhases } from './edit-phases.ts';
import { editReminder } from './edit-reminder.ts';
import { TodoEdit } from './todo-edit.ts';

/** Phases as the Markdown of them. */
function plan(...lines: readonly string[]): readonly TodoPhase[] {
  return markdownToPhases(lines.join('\n')).phases;
}

const PLAN = plan('# A', '- [x] a', '- [/] b', '- [ ] c', '# B', '- [ ] d', '- [!] e <!-- blocker: why -->');

function edited(edit: TodoEdit, phases = PLAN): { readonly list: readonly string[]; readonly action: string } {
  const result = editPhases(phases, edit);
  if (!result.ok) throw new Error(result.error.message);
  const list = phasesToMarkdown(result.value.phases)
    .split('\n')
    .filter((line) => line !== '');
  return { list, action: result.value.action };
}

const [A, a, b, c, B, d, e] = [
  '# A',
  '- [x] a',
  '- [/] b',
  '- [ ] c',
  '# B',
  '- [ ] d',
  '- [!] e <!-- blocker: why -->',
];

test.each<[string, TodoEdit, readonly (string | undefined)[], string]>([
  ['add to the last phase', { type: 'add', content: 'x' }, [A, a, b, c, B, d, e, '- [ ] x'], 'added “x” to “B”.'],
  ['add to a phase', { type: 'add', content: 'x', phase: 'A' }, [A, a, b, c, '- [ ] x', B, d, e], 'added “x” to “A”.'],
  [
    'add a phase',
    { type: 'add', content: 'x', phase: 'C' },
    [A, a, b, c, B, d, e, '# C', '- [ ] x'],
    'added “x” to “C”.',
  ],
  [
    'rename',
    { type: 'rename', task: 'b', content: 'x\ny' },
    [A, a, '- [/] x&#10;y', c, B, d, e],
    'renamed “b” to “x y”.',
  ],
  ['move within its phase', { type: 'move', task: 'c', index: 0 }, [A, c, a, b, B, d, e], 'moved “c” to place 1.'],
  ['move past the end', { type: 'move', task: 'a', index: 1e9 }, [A, b, c, a, B, d, e], 'moved “a” to place 3.'],
  [
    'move to another',
    { type: 'move', task: 'c', phase: 'B', index: 1 },
    [A, a, b, B, d, c, e],
    'moved “c” to place 2 of “B”.',
  ],
  ['start', { type: 'start', task: 'd' }, [A, a, '- [ ] b', c, B, '- [/] d', e], 'started “d”.'],
  ['complete', { type: 'done', task: 'b' }, [A, a, '- [x] b', '- [/] c', B, d, e], 'completed “b”.'],
  [
    'complete a phase',
    { type: 'done', phase: 'B' },
    [A, a, b, c, B, '- [x] d', '- [x] e'],
    'completed every task of “B”.',
  ],
  ['drop', { type: 'drop', task: 'c' }, [A, a, b, '- [-] c', B, d, e], 'dropped “c”.'],
  ['remove', { type: 'rm', task: 'b' }, [A, a, '- [/] c', B, d, e], 'removed “b” on purpose. Do not add it again.'],
  [
    'empty a phase',
    { type: 'rm', phase: 'B' },
    [A, a, b, c, B],
    'removed every task of “B” on purpose. Do not add them again.',
  ],
  ['remove everything', { type: 'rm' }, [A, B], 'removed every task on purpose. Do not add them again.'],
  [
    'block',
    { type: 'block', task: 'd', note: ' no\nkey ' },
    [A, a, b, c, B, '- [!] d <!-- blocker: no key -->', e],
    'blocked “d”: no key.',
  ],
  ['block without a note', { type: 'block', task: 'd' }, [A, a, b, c, B, '- [!] d', e], 'blocked “d”.'],
  ['unblock', { type: 'unblock', phase: 'B' }, [A, a, b, c, B, d, '- [ ] e'], 'unblocked every task of “B”.'],
])('%s', (_, edit, list, action) => {
  expect(edited(edit)).toEqual({ list, action: `The person ${action}` });
});

test('a first task opens a phase', () => {
  expect(edited({ type: 'add', content: 'x' }, []).list).toEqual(['# Tasks', '- [/] x']);
});

test.each<[TodoEdit, string]>([
  [{ type: 'add', content: ' \n' }, 'A task needs words.'],
  [{ type: 'add', content: 'a' }, 'Task "a" already exists.'],
  [{ type: 'rename', task: 'b', content: 'c' }, 'Task "c" already exists.'],
  [{ type: 'rename', task: 'b', content: '' }, 'A task needs words.'],
  [{ type: 'rename', task: 'x', content: 'y' }, 'Task "x" not found.'],
  [{ type: 'move', task: 'x', index: 0 }, 'Task "x" not found.'],
  [{ type: 'move', task: 'a', phase: 'X', index: 0 }, 'Phase "X" not found.'],
  [{ type: 'done', task: 'x' }, 'Task "x" not found.'],
  [{ type: 'block' }, 'block requires a task or phase target.'],
])('refuses %j', (edit, message) => {
  const hint = 'The list stays as it was.';
  expect(editPhases(PLAN, edit)).toEqual({ ok: false, error: { code: 'todo_refused', message, hint } });
});

test.each<TodoEdit>([
  { type: 'done', task: 'a' },
  { type: 'start', task: 'b' },
  { type: 'rename', task: 'a', content: 'a' },
  { type: 'move', task: 'a', phase: 'A', index: 0 },
  { type: 'unblock', task: 'a' },
])('says so when %j changes nothing', (edit) => {
  expect(editPhases(PLAN, edit)).toMatchObject({ ok: false, error: { code: 'todo_unchanged' } });
});

describe('a whole list in the place of another', () => {
  test('is normalised, and tells what was removed', () => {
    const result = replacePhases(PLAN, plan('# A', '- [ ] a', '- [ ] x'), 'edited');
    expect(result).toEqual({
      ok: true,
      value: {
        phases: plan('# A', '- [/] a', '- [ ] x'),
        action: 'The person rewrote the list. They removed on purpose, and you must not add again: “b”, “c”, “d”, “e”.',
      },
    });
  });

  test('tells where it is from', () => {
    const phases = [...PLAN, ...plan('# C')];
    const action = (how: 'imported' | 'undone') => {
      const result = replacePhases(PLAN, phases, how);
      return result.ok && result.value.action;
    };
    expect(action('imported')).toBe('The person put a list from a file in the place of this one.');
    expect(action('undone')).toBe('The person took back their last change of the list.');
  });

  test('is no change when it is the same', () => {
    expect(replacePhases(PLAN, structuredClone(PLAN), 'edited')).toMatchObject({ error: { code: 'todo_unchanged' } });
  });
});

test('of very many removed tasks the first are named', () => {
  const many = plan('# A', ...Array.from({ length: 120 }, (_, n) => `- [ ] t${n}`));
  const result = replacePhases(many, plan('# A'), 'edited');
  expect(result.ok && result.value.action).toMatch(/again: “t0”, “t1”, .*, “t99”, and 20 more\.$/);
});

test('the model reads what was done, and the whole list', () => {
  expect(editReminder('The person started “d”.', plan('# A', '- [/] d'))).toBe(
    'The person started “d”.\nThe list is now:\n\n# A\n- [/] d',
  );
  expect(editReminder('The person rewrote the list.', [])).toBe('The person rewrote the list.\nThe list is empty now.');
});

test('no name of an edit is empty: an empty one would go for everything', () => {
  expect(TodoEdit.safeParse({ type: 'rm', task: '' }).success).toBe(false);
  expect(TodoEdit.safeParse({ type: 'done', phase: '' }).success).toBe(false);
});

test('any edits leave at most one task in progress and no content twice', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x');
  const phase = fc.constantFrom('A', 'B', 'C');
  const edit: fc.Arbitrary<TodoEdit> = fc.oneof(
    fc.record({ type: fc.constant('add' as const), content: name, phase }),
    fc.record({ type: fc.constant('rename' as const), task: name, content: name }),
    fc.record({ type: fc.constant('move' as const), task: name, phase, index: fc.nat(3) }),
    fc.record({ type: fc.constantFrom('start' as const), task: name }),
    fc.record({
      type: fc.constantFrom('done' as const, 'drop' as const, 'rm' as const, 'unblock' as const),
      task: name,
    }),
    fc.record({ type: fc.constant('block' as const), phase, note: name }),
  );
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
      const phases = edits.reduce((list, one) => {
        const result = editPhases(list, one);
        return result.ok ? result.value.phases : list;
      }, PLAN);
      const tasks = phases.flatMap((one) => one.tasks);
      expect(tasks.filter(({ status }) => status === 'in_progress').length).toBeLessThanOrEqual(1);
      expect(new Set(tasks.map(({ content }) => content)).size).toBe(tasks.length);
    }),
  );
});
