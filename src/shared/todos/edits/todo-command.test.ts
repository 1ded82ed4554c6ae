import { expect, test } from 'vitest';
import type { TodoItem } from '../list.ts';
import { markdownToPhases } from '../phases-markdown.ts';
import { commandOnPhases, commandOnTodos } from './command-edit.ts';
import { parseTodoCommand, type TodoCommand, TODO_VERBS } from './todo-command.ts';

const NAMES = ['Survey', 'Code review', 'Code'];

test.each<[string, TodoCommand]>([
  ['/todo', { type: 'status' }],
  ['  /todo  ', { type: 'status' }],
  ['/todo HELP', { type: 'help' }],
  ['/todo edit', { type: 'edit' }],
  ['/todo copy', { type: 'copy' }],
  ['/todo expand', { type: 'expand' }],
  ['/todo collapse', { type: 'collapse' }],
  ['/todo export', { type: 'export', path: 'TODO.md' }],
  ['/todo import docs/My plan.md', { type: 'import', path: 'docs/My plan.md' }],
  ['/todo export "C:\\My plans\\a.md" ', { type: 'export', path: 'C:\\My plans\\a.md' }],
  ["/todo import 'a b.md'", { type: 'import', path: 'a b.md' }],
  ['/todo start write the mocks', { type: 'start', query: 'write the mocks' }],
  ['/todo done', { type: 'done' }],
  ['/todo done ""', { type: 'done' }],
  ['/todo drop "the rest"', { type: 'drop', query: 'the rest' }],
  ['/todo rm "a" and "b"', { type: 'rm', query: '"a" and "b"' }],
  ['/todo append test', { type: 'append', content: 'test' }],
  ['/todo append Survey', { type: 'append', content: 'Survey' }],
  ['/todo append run the tests', { type: 'append', content: 'run the tests' }],
  ['/todo append "run the tests"', { type: 'append', content: 'run the tests' }],
  ['/todo append survey every file', { type: 'append', phase: 'Survey', content: 'every file' }],
  ['/todo append Code review it', { type: 'append', phase: 'Code review', content: 'it' }],
  ['/todo append Coder review', { type: 'append', content: 'Coder review' }],
  ['/todo append "New phase" run it', { type: 'append', phase: 'New phase', content: 'run it' }],
  ['/todo append "SURVEY" "run it"', { type: 'append', phase: 'Survey', content: 'run it' }],
  ['/todo append two\nlines', { type: 'append', content: 'two\nlines' }],
])('%j', (line, command) => {
  expect(parseTodoCommand(line, NAMES)).toEqual({ ok: true, value: command });
});

test.each([
  ['/todo finish it', 'todo_verb_unknown', '/todo has no “finish”.'],
  ['/todo start', 'todo_words_missing', '/todo start needs a task.'],
  ['/todo append  ', 'todo_words_missing', '/todo append needs a task.'],
  ['/todo append ""', 'todo_words_missing', '/todo append needs a task.'],
])('refuses %j', (line, code, message) => {
  expect(parseTodoCommand(line, NAMES)).toMatchObject({ ok: false, error: { code, message } });
});

test('every verb that is offered is one', () => {
  for (const { verb } of TODO_VERBS) {
    expect(parseTodoCommand(`/todo ${verb} x`, [])).toMatchObject({ ok: true, value: { type: verb } });
  }
});

const { phases: PHASES } = markdownToPhases(`# Survey
- [x] Read the docs
- [/] Read the code
# Migrate
- [ ] migrate one
- [ ] Migrate two
- [ ] survey
# Migrate later
- [ ] Ship "it"`);

test.each([
  ['its exact name', 'Read the docs', { task: 'Read the docs' }],
  ['another case', 'READ THE DOCS', { task: 'Read the docs' }],
  ['a part of one task', 'the code', { task: 'Read the code' }],
  ['a part of several, one of them open', 'read', { task: 'Read the code' }],
  ['a phase by its exact name', 'Survey', { phase: 'Survey' }],
  ['a task by its exact name', 'survey', { task: 'survey' }],
  ['a phase by its name in another case', 'MIGRATE', { phase: 'Migrate' }],
  ['the begin of one phase', 'Migrate l', { phase: 'Migrate later' }],
])('%s means that', (_, query, target) => {
  expect(commandOnPhases({ type: 'done', query }, PHASES)).toEqual({ ok: true, value: { type: 'done', ...target } });
});

test('what may be several is none, and all are named', () => {
  expect(commandOnPhases({ type: 'rm', query: 'migrat' }, PHASES)).toMatchObject({
    ok: false,
    error: { code: 'todo_ambiguous', message: '“migrat” may be any of: “migrate one”, “Migrate two”.' },
  });
  expect(commandOnPhases({ type: 'drop', query: 'nothing' }, PHASES)).toMatchObject({
    ok: false,
    error: { code: 'todo_not_found', message: 'Nothing in the list matches “nothing”.' },
  });
});

test('only a task can be started', () => {
  expect(commandOnPhases({ type: 'start', query: 'Ship' }, PHASES)).toEqual({
    ok: true,
    value: { type: 'start', task: 'Ship "it"' },
  });
  expect(commandOnPhases({ type: 'start', query: 'Migrate later' }, PHASES)).toMatchObject({
    error: { code: 'todo_not_found' },
  });
});

test('without words it is about everything', () => {
  expect(commandOnPhases({ type: 'done' }, PHASES)).toEqual({ ok: true, value: { type: 'done' } });
});

test('to append is to add', () => {
  expect(commandOnPhases({ type: 'append', content: 'x', phase: 'New' }, PHASES)).toEqual({
    ok: true,
    value: { type: 'add', content: 'x', phase: 'New' },
  });
});

test('items of a flat list are known by id and by content', () => {
  const items: readonly TodoItem[] = [
    { id: 'docs', content: 'Write docs', status: 'completed' },
    { id: 'mocks', content: 'Write mocks', status: 'pending' },
  ];
  expect(commandOnTodos({ type: 'done', query: 'docs' }, items)).toEqual({
    ok: true,
    value: { type: 'done', task: 'docs' },
  });
  expect(commandOnTodos({ type: 'start', query: 'write' }, items)).toEqual({
    ok: true,
    value: { type: 'start', task: 'mocks' },
  });
  expect(commandOnTodos({ type: 'rm', query: 'Mock' }, items)).toEqual({
    ok: true,
    value: { type: 'rm', task: 'mocks' },
  });
});
