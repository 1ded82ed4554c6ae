import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { agentOf, closeDesks, createDesk, message, type Desk } from '../../runs/testing/desk.ts';
import { good } from '../../threads/testing/store.ts';
import { createThread, hideThread } from '../../threads/thread-rows.ts';
import { tempWorkspace } from '../../workspace/testing/temp-workspace.ts';
import { todoRoutes } from './todos.ts';

afterEach(closeDesks);

const CLIENT = { followed: new Set<string>() };
const WRITE = {
  calls: [{ name: 'write_todos', arguments: { todos: [{ id: 'a', content: 'A', status: 'pending' }] } }],
};

async function ran(desk: Desk, workspace?: string) {
  const whole = agentOf([WRITE, { text: 'Done' }]);
  const agent = { ...whole, snapshot: { ...whole.snapshot, workspace } };
  await good(desk.runs.start({ agent, threadId: 't', input: message('Go') })).ended;
  return todoRoutes({ ...desk, newId: desk.deps.newId, log: desk.deps.log });
}

test('the list of a program, and of a deleted thread, is not changed', async () => {
  const desk = createDesk();
  const routes = await ran(desk);
  good(createThread(desk.store.write, { id: 'p', at: 1, title: 'P', titleBy: 'auto', source: 'code' }));
  good(hideThread(desk.store.write, 't', 1));
  for (const [threadId, code] of [
    ['p', 'thread_of_program'],
    ['t', 'thread_not_found'],
    ['none', 'thread_not_found'],
  ] as const) {
    const edit = { type: 'add', content: 'x' } as const;
    expect([
      await routes['todos.edit']({ threadId, edit }, CLIENT),
      await routes['todos.undo']({ threadId, entryId: 'e' }, CLIENT),
      await routes['todos.replace']({ threadId, markdown: '' }, CLIENT),
      await routes['todos.import']({ threadId, path: 'TODO.md' }, CLIENT),
    ]).toMatchObject(Array.from({ length: 4 }, () => ({ ok: false, error: { code } })));
  }
});

test('a list goes to a file of the thread’s folder, and what is there comes in, or its errors do', async () => {
  const { root } = await tempWorkspace();
  const routes = await ran(createDesk(), root);
  const file = join(root, 'TODO.md');
  const wish = { threadId: 't', path: 'TODO.md' };
  expect(await routes['todos.export'](wish, CLIENT)).toEqual({ ok: true, value: { type: 'written', path: 'TODO.md' } });
  expect(await readFile(file, 'utf8')).toBe('# Todos\n- [ ] A\n');
  await writeFile(file, '\uFEFF# Todos\r\n- [x] A\r\n* [ ] B\r\n');
  expect(await routes['todos.import'](wish, CLIENT)).toMatchObject({
    value: { type: 'imported', edited: { action: 'The person put a list from a file in the place of this one.' } },
  });
  expect(await routes['todos.markdown']({ threadId: 't' }, CLIENT)).toMatchObject({
    value: { markdown: '# Todos\n- [x] A\n- [ ] B\n' },
  });
  await writeFile(file, '- [ ] A\nnothing\n');
  expect(await routes['todos.import'](wish, CLIENT)).toMatchObject({
    error: { code: 'todo_errors', message: 'Line 2: unrecognized syntax "nothing"' },
  });
});
