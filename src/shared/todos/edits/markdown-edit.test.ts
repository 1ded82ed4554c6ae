import { expect, test } from 'vitest';
import type { TodoItem } from '../list.ts';
import { phasesFromMarkdown, todosFromMarkdown, todosToMarkdown } from './markdown-edit.ts';

const ITEMS: readonly TodoItem[] = [
  { id: 'inventory', content: 'List every test', status: 'completed' },
  { id: 'config', content: 'Add a config\nfile', status: 'in_progress' },
  { id: 'again', content: 'List every test', status: 'pending' },
];

const errors = (...lines: readonly string[]) => ({
  ok: false,
  error: { code: 'todo_errors', message: lines.join('\n'), hint: 'The list stays as it was.' },
});

test('a list in phases is read, or each of its errors is named by line', () => {
  expect(phasesFromMarkdown('# A\n- [x] a\n\n# B\n- [ ] b')).toEqual({
    ok: true,
    value: [
      { name: 'A', tasks: [{ content: 'a', status: 'completed' }] },
      { name: 'B', tasks: [{ content: 'b', status: 'in_progress' }] },
    ],
  });
  expect(phasesFromMarkdown('# A\nwords\n- [x] a\r\n- [?] b\n# A\n- [ ] a')).toEqual(
    errors(
      'Line 2: unrecognized syntax "words"',
      'Line 4: unknown status marker "[?]" (use [ ], [x], [/], [-], [!])',
      'Line 5: there is a phase “A” already',
      'Line 6: there is a task “a” already',
    ),
  );
  expect(phasesFromMarkdown('')).toEqual({ ok: true, value: [] });
});

test('of very many errors, and of very long ones, the first part is told', () => {
  const book = [...Array.from({ length: 150 }, (_, n) => `prose ${n}`), 'x'.repeat(1000)].join('\n');
  const read = phasesFromMarkdown(book);
  const told = read.ok ? [] : read.error.message.split('\n');
  expect([told.length, told[0], told.at(-1)]).toEqual([
    101,
    'Line 1: unrecognized syntax "prose 0"',
    'Line 101: and after it, 51 more',
  ]);
  expect(phasesFromMarkdown('x'.repeat(1000))).toMatchObject({
    error: { message: `Line 1: unrecognized syntax "${'x'.repeat(279)}…` },
  });
});

test('a flat list survives the way there and back, with its ids', () => {
  expect(todosToMarkdown(ITEMS)).toBe(
    '# Todos\n- [x] List every test\n- [/] Add a config&#10;file\n- [ ] List every test\n',
  );
  expect(todosFromMarkdown(todosToMarkdown(ITEMS), ITEMS)).toEqual({ ok: true, value: ITEMS });
  expect(todosFromMarkdown(todosToMarkdown([]), ITEMS)).toEqual({ ok: true, value: [] });
});

test('an item keeps its id by its words wherever it goes, else by its place, and a new one gets one', () => {
  const text = '- [ ] List every test\n- [ ] Renamed\n- [ ] Add a config&#10;file\n- [ ] List every test';
  expect(todosFromMarkdown(text, ITEMS)).toEqual({
    ok: true,
    value: [
      { id: 'inventory', content: 'List every test', status: 'pending' },
      { id: 'renamed', content: 'Renamed', status: 'pending' },
      { id: 'config', content: 'Add a config\nfile', status: 'pending' },
      { id: 'again', content: 'List every test', status: 'pending' },
    ],
  });
  const renamed = todosFromMarkdown('- [ ] List every test\n- [ ] Renamed', ITEMS);
  expect(renamed.ok && renamed.value.map(({ id }) => id)).toEqual(['inventory', 'config']);
});

test('a flat list holds no phases, and nothing that is dropped or blocked', () => {
  expect(todosFromMarkdown('# One\n- [-] a\n# Two\n- [!] b\n- [/] c\n- [>] d\n- [ ] &#;', [])).toEqual(
    errors(
      'Line 2: this list has no items that are dropped or blocked',
      'Line 3: this list has no phases',
      'Line 4: this list has no items that are dropped or blocked',
      'Line 6: another item is in progress already',
      'Line 7: an item needs words',
    ),
  );
});
