import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { ask, connect, expect, region, test, watch } from './support/fixtures.ts';
import { call, hold, say, type ServerPart } from './support/model-server.ts';
import { startWebHost } from './support/web-host.ts';

async function start(page: Page, todos: 'list' | 'phases', workspace?: string): Promise<string> {
  const [agent] = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  const overrides = { model: 'test/mock', todos };
  const input = { agentId: agent?.id, text: 'Go', overrides, workspace };
  const { threadId } = (await ask(page, 'run.start', input)) as { threadId: string };
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  await expect(region(page, 'Conversation')).toBeVisible();
  return threadId;
}

let calls = 0;
function todo(input: object, tool = 'todo'): ServerPart {
  calls += 1;
  return call(tool, input, `call_${calls}`);
}

const PHASES = [
  { phase: 'Read', items: ['Find the tests', 'Note the mocks'] },
  { phase: 'Move', items: ['Rewrite the mocks'] },
];
const INIT = { parts: [todo({ op: 'init', list: PHASES })] };
const ITEMS = [
  { id: 'one', content: 'One', status: 'in_progress' },
  { id: 'two', content: 'Two', status: 'pending' },
];
const WRITE = { parts: [todo({ todos: ITEMS }, 'write_todos')] };

/** Each item of the panel: its words and its status. */
async function items(page: Page): Promise<readonly string[]> {
  return region(page, 'Todos')
    .getByRole('listitem')
    .evaluateAll((lines) =>
      lines.map(
        (line) => `${line.querySelector('[dir=auto]')?.textContent ?? ''} ${line.getAttribute('data-status') ?? ''}`,
      ),
    );
}

const item = (page: Page, name: string) => region(page, 'Todos').getByRole('listitem').filter({ hasText: name });
const field = (page: Page) => page.getByLabel('Message', { exact: true });

async function command(page: Page, line: string): Promise<void> {
  await field(page).fill(line);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
}

test('two windows change one list, and both see it as it is', async ({ page, context, serve }) => {
  const server = await serve([INIT, say('Shall I?'), say('Well.')]);
  await connect(page, server);
  const threadId = await start(page, 'phases');
  await expect(region(page, 'Conversation').getByText('Shall I?')).toBeVisible();
  const other = await context.newPage();
  const problems = watch(other);
  await other.goto(`${new URL(page.url()).origin}/#/thread/${threadId}`);
  await expect.poll(() => items(other)).toHaveLength(3);

  // By the menu, with the keyboard alone.
  await item(page, 'Note the mocks')
    .getByRole('button', { name: /^Change/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /^Complete/ }).press('Enter');
  await expect
    .poll(() => items(other))
    .toEqual(['Find the tests in_progress', 'Note the mocks completed', 'Rewrite the mocks pending']);
  const panel = new AxeBuilder({ page }).include('[aria-label=Todos]').disableRules('heading-order');
  expect((await panel.analyze()).violations.map(({ id }) => id)).toEqual([]);

  // By keys on the item.
  await item(other, 'Rewrite the mocks').getByRole('button').first().focus();
  await other.keyboard.press('Alt+ArrowUp');
  await expect
    .poll(() => items(page))
    .toEqual(['Find the tests in_progress', 'Note the mocks completed', 'Rewrite the mocks pending']);
  await expect(region(page, 'Todos').getByRole('list', { name: /Read/ }).getByRole('listitem')).toHaveCount(3);
  await other.keyboard.press('b');
  await other.getByLabel('Why it is blocked').fill('No disk');
  await other.keyboard.press('Enter');
  await expect(item(page, 'Rewrite the mocks').getByText('No disk')).toBeVisible();

  // Names, new items, and taking back.
  await item(page, 'Find the tests').getByRole('button').first().focus();
  await page.keyboard.press('F2');
  await page.getByLabel('Name of the item').fill('Find every test');
  await page.keyboard.press('Enter');
  await expect(item(other, 'Find every test')).toBeVisible();
  await region(page, 'Todos')
    .getByRole('button', { name: /^Add an item to “Move”/ })
    .click();
  await page.getByRole('textbox', { name: /^Add an item/ }).fill('Write it down');
  await page.keyboard.press('Enter');
  await expect(item(other, 'Write it down')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item(other, 'Write it down')).toBeHidden();
  // On a busy machine a drag may end before the page has seen it begin; again it changes nothing.
  await expect(async () => {
    await item(page, 'Note the mocks').dragTo(item(page, 'Find every test'), { targetPosition: { x: 20, y: 2 } });
    await expect
      .poll(() => items(other), { timeout: 2000 })
      .toEqual(['Note the mocks completed', 'Find every test in_progress', 'Rewrite the mocks blocked']);
  }).toPass();

  // The model reads what the person did.
  await field(page).fill('Go on');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Conversation').getByText('Well.')).toBeVisible();
  const told = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(told).toContain('The person blocked “Rewrite the mocks”: No disk.');
  expect(told).toContain('The person moved “Note the mocks” to place 1.');
  expect(problems).toEqual([]);
});

test('whoever changes items by keys stays among them', async ({ page, serve }) => {
  const server = await serve([INIT, say('Shall I?')]);
  await connect(page, server);
  await start(page, 'phases');
  await expect(region(page, 'Conversation').getByText('Shall I?')).toBeVisible();
  const line = (name: string) => item(page, name).getByRole('button').first();

  // A change that moves nothing, one that moves the item, and one that takes it away.
  await line('Note the mocks').focus();
  await page.keyboard.press('x');
  await expect(item(page, 'Note the mocks')).toHaveAttribute('data-status', 'abandoned');
  await expect(line('Note the mocks')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect
    .poll(() => items(page))
    .toEqual(['Note the mocks abandoned', 'Find the tests in_progress', 'Rewrite the mocks pending']);
  await expect(line('Note the mocks')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect.poll(() => items(page)).toEqual(['Find the tests in_progress', 'Rewrite the mocks pending']);
  await expect(line('Find the tests')).toBeFocused();
  await line('Rewrite the mocks').focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => items(page)).toEqual(['Find the tests in_progress']);
  await expect(line('Find the tests')).toBeFocused();

  // A name that is begun and left, and the menu of a right click.
  await page.keyboard.press('F2');
  await expect(page.getByLabel('Name of the item')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(line('Find the tests')).toBeFocused();
  await line('Find the tests').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Complete/,
    /^Drop/,
    /^Block…/,
    /^Rename/,
    /^Move down/,
    /^Remove/,
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('a list is changed by commands, which are completed and answered where they are written', async ({
  page,
  serve,
}) => {
  const server = await serve([INIT, say('Shall I?')]);
  await connect(page, server);
  await start(page, 'phases');
  await expect(region(page, 'Conversation').getByText('Shall I?')).toBeVisible();
  const answer = page.getByRole('status', { name: 'Answer to the command' });

  await field(page).pressSequentially('/to');
  await page.keyboard.press('Tab');
  await field(page).pressSequentially('dr');
  await expect(page.getByRole('option')).toHaveText([/^drop/]);
  await page.keyboard.press('Enter');
  await field(page).pressSequentially('mocks');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('/todo drop Rewrite the mocks');
  await page.keyboard.press('Enter');
  await expect(answer).toContainText('Dropped “Rewrite the mocks”');
  await expect(item(page, 'Rewrite the mocks')).toHaveAttribute('data-status', 'abandoned');
  await answer.getByRole('button', { name: 'Undo' }).click();
  await expect(item(page, 'Rewrite the mocks')).toHaveAttribute('data-status', 'pending');

  await command(page, '/todo append "Move" Say so');
  await expect(item(page, 'Say so')).toBeVisible();
  await command(page, '/todo start the');
  await expect(page.getByRole('alert')).toContainText(
    '“the” may be any of: “Find the tests”, “Note the mocks”, “Rewrite the mocks”.',
  );
  await expect(field(page)).toHaveValue('/todo start the');
  await command(page, '/todo dance');
  await expect(page.getByRole('alert')).toContainText('/todo has no “dance”.');
  await command(page, '/todo');
  await expect(answer).toContainText('0 of 4');
  await field(page).fill('x');
  await expect(answer).toBeHidden();
  await command(page, '/todo collapse');
  await expect(region(page, 'Todos').getByRole('button', { name: /Move/ })).toHaveAttribute('aria-expanded', 'false');
});

test('a list is edited as text: errors are told by line, and what was not saved is kept', async ({ page, serve }) => {
  const server = await serve([WRITE, say('Shall I?')]);
  await connect(page, server);
  await start(page, 'list');
  await expect(region(page, 'Conversation').getByText('Shall I?')).toBeVisible();
  await region(page, 'Todos').getByRole('button', { name: 'Plan actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit as Markdown…' }).click();
  const text = page.getByRole('textbox', { name: 'The list as Markdown' });
  await expect(text).toHaveValue('# Todos\n- [/] One\n- [ ] Two\n');
  await text.fill('- [x] One\n[ ] Three\n- [!] Two');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'Line 2: unrecognized syntax "[ ] Three"',
    'Line 3: this list has no items that are dropped or blocked',
  ]);

  await page.keyboard.press('Escape');
  await expect(text).toBeHidden();
  expect(await items(page)).toEqual(['One in_progress', 'Two pending']);
  await page.reload();
  await command(page, '/todo edit');
  await expect(text).toHaveValue('- [x] One\n[ ] Three\n- [!] Two');
  await text.fill('- [x] One\n- [ ] Three\n- [ ] Two');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => items(page)).toEqual(['One completed', 'Three pending', 'Two pending']);
  await expect(item(page, 'Two')).toHaveAttribute('data-todo-id', 'two');
});

test('a list goes to a file and comes back; nothing is replaced, or leaves the folder, unasked', async ({
  page,
  folder,
  serve,
}) => {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(folder, 'mine.md'), 'mine');
  await symlink(join(folder, 'mine.md'), join(project, 'link.md'));
  const server = await serve([WRITE, say('Shall I?')]);
  await connect(page, server);
  await start(page, 'list', project);
  await expect(region(page, 'Conversation').getByText('Shall I?')).toBeVisible();
  const list = '# Todos\n- [/] One\n- [ ] Two\n';

  await command(page, '/todo export "my list.md"');
  await expect(page.getByRole('status', { name: 'Answer to the command' })).toContainText(
    'Wrote the list to my list.md',
  );
  expect(await readFile(join(project, 'my list.md'), 'utf8')).toBe(list);

  await command(page, '/todo export link.md');
  const dialog = page.getByRole('dialog', { name: 'Export the list' });
  await expect(dialog.getByRole('alert')).toContainText(join(folder, 'mine.md'));
  await dialog.getByRole('button', { name: 'Write there' }).click();
  await expect(dialog.getByRole('alert')).toContainText('There is a file link.md already');
  expect(await readFile(join(folder, 'mine.md'), 'utf8')).toBe('mine');
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await expect(dialog).toBeHidden();
  expect(await readFile(join(folder, 'mine.md'), 'utf8')).toBe(list);

  await writeFile(join(project, 'TODO.md'), '- [x] Two\n- [ ] New\n');
  await command(page, '/todo import');
  await expect.poll(() => items(page)).toEqual(['Two completed', 'New pending']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => items(page)).toEqual(['One in_progress', 'Two pending']);
});

test('while a run works an edit counts, and a list that does not know of it is refused', async ({ page, serve }) => {
  const asked = hold();
  const server = await serve([
    WRITE,
    { parts: [{ text: 'Hm.' }, { hold: asked }, todo({ todos: [] }, 'write_todos')] },
    say('Good.'),
  ]);
  await connect(page, server);
  await start(page, 'list');
  await expect(region(page, 'Conversation').getByText('Hm.')).toBeVisible();
  await item(page, 'Two').getByRole('button').first().focus();
  await page.keyboard.press('d');
  await expect.poll(() => items(page)).toEqual(['One in_progress', 'Two completed']);
  asked.release();
  await expect(region(page, 'Conversation').getByText('Good.')).toBeVisible();
  expect(await items(page)).toEqual(['One in_progress', 'Two completed']);
  const told = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(told).toContain('The person completed “Two”.');
  expect(told).toContain('The person has changed the todo list meanwhile');
});

test('what a person changed while a run worked is there after a kill', async ({ page, serve, home, host }) => {
  const asked = hold();
  const server = await serve([INIT, { parts: [{ text: 'Hm.' }, { hold: asked }] }]);
  await connect(page, server);
  const threadId = await start(page, 'phases');
  await expect(region(page, 'Conversation').getByText('Hm.')).toBeVisible();
  await ask(page, 'todos.edit', { threadId, edit: { type: 'block', task: 'Note the mocks', note: 'No disk' } });
  await ask(page, 'todos.edit', { threadId, edit: { type: 'add', content: 'Write it down', phase: 'Move' } });
  const before = await ask(page, 'todos.markdown', { threadId });
  await host.kill();
  const again = await startWebHost(home);
  try {
    await page.goto(again.url);
    await page.goto(`${new URL(again.url).origin}/#/thread/${threadId}`);
    await expect
      .poll(() => items(page))
      .toEqual([
        'Find the tests in_progress',
        'Note the mocks blocked',
        'Rewrite the mocks pending',
        'Write it down pending',
      ]);
    expect(await ask(page, 'todos.markdown', { threadId })).toEqual(before);
    await expect(region(page, 'Thread').getByText('Interrupted').first()).toBeVisible();
  } finally {
    await again.stop();
  }
});
