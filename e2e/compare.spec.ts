import { AxeBuilder } from '@axe-core/playwright';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say, type ServerReply } from './support/model-server.ts';

const conversation = (page: Page) => region(page, 'Conversation');
const compare = (page: Page) => region(page, 'Compare');
const steps = (page: Page) => compare(page).getByRole('list', { name: 'Steps' }).getByRole('listitem');
const types = (page: Page) => steps(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-type')));

function plan(...statuses: readonly string[]): object {
  return { todos: statuses.map((status, at) => ({ id: `t${at}`, content: `Write part ${at}`, status })) };
}

const FIRST: readonly ServerReply[] = [
  { parts: [call('read_file', { path: 'notes.md' }), call('write_todos', plan('in_progress', 'pending'), 'c2')] },
  { parts: [call('write_file', { path: 'notes.md', content: '# Notes\n\nShort.\n' })] },
  { parts: [call('write_file', { path: 'left.md', content: 'left\n' })] },
  say('Written the short way.'),
];
const SECOND: readonly ServerReply[] = [
  { parts: [call('list_files', {}), call('read_file', { path: 'notes.md' }, 'c2')] },
  { parts: [call('write_todos', plan('completed', 'completed'))] },
  { parts: [call('write_file', { path: 'notes.md', content: '# Notes\n\nLong, and complete.\n' })] },
  say('Written the long way.'),
];

/** The same message, answered in two ways on two branches; the second is shown. */
async function twoWays(page: Page, folder: string): Promise<void> {
  const root = join(folder, 'project');
  await mkdir(root, { recursive: true });
  await writeFile(join(root, 'notes.md'), '# Notes\n');
  await startRun(page, { text: 'Write the notes', folder: root });
  await expect(conversation(page).getByText('Written the short way.')).toBeVisible();
  await writeFile(join(root, 'notes.md'), '# Notes\n');
  const message = conversation(page).getByRole('article', { name: 'You' });
  await message.hover();
  await message.getByRole('button', { name: 'Answer again' }).click();
  await expect(conversation(page).getByText('Written the long way.')).toBeVisible();
}

test('two branches stand side by side: what both did, plans, files and totals', async ({ page, folder, serve }) => {
  await connect(page, await serve([...FIRST, ...SECOND]));
  await twoWays(page, folder);
  await page.getByRole('button', { name: 'Compare with the branch beside' }).click();

  // The call that was put in shifts nothing.
  await expect(steps(page).first()).toBeVisible();
  expect(await types(page)).toEqual(['right', 'same', 'changed', 'changed', 'left', 'changed']);
  await expect(compare(page).getByText('The same for the first entry')).toBeVisible();
  const totals = compare(page).getByRole('table', { name: 'Totals' });
  await expect(totals.getByRole('row', { name: 'Left' })).toContainText('0/2');
  await expect(totals.getByRole('row', { name: 'Right' })).toContainText('2/2');

  // A row opens to what differs.
  const written = steps(page).nth(3);
  await written.getByRole('button').click();
  await expect(written.getByRole('group', { name: 'Changed lines' }).first()).toContainText('Long, and complete.');

  await compare(page).getByRole('switch', { name: 'Only differences' }).click();
  await expect.poll(() => types(page)).toEqual(['right', 'changed', 'changed', 'left', 'changed']);

  await page.getByRole('tab', { name: 'Plans 2 that differ' }).click();
  await expect(compare(page).getByRole('table', { name: 'Plans' }).locator('[data-differs]')).toHaveCount(2);
  await page.getByRole('tab', { name: 'Files 2 that differ' }).click();
  const files = compare(page).getByRole('list', { name: 'Files' });
  await files.getByRole('button', { name: 'notes.md' }).click();
  await expect(files.getByRole('group', { name: 'Changed lines' })).toContainText('Long, and complete.');
  await expect(files.locator('[data-path="left.md"]')).toContainText('left only');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied the comparison as Markdown')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('**right only** list\\_files');
  expect(copied).not.toContain('read\\_file');
});

test('it is chosen and read by keyboard, leads to its steps, and axe finds nothing', async ({
  page,
  folder,
  serve,
}) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await connect(page, await serve([...FIRST, ...SECOND]));
  await twoWays(page, folder);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('compare with');
  await page.keyboard.press('Enter');
  await expect(compare(page).getByText('Choose what to compare it with')).toBeVisible();
  await expect(compare(page).getByRole('button', { name: 'Left side: Written the long way.' })).toBeVisible();
  await compare(page).getByRole('button', { name: 'Right side' }).press('Enter');
  const choice = page.getByRole('dialog', { name: 'Choose the right side' });
  await expect(choice.getByRole('button', { name: 'Written the long way.' })).toHaveCount(0);
  await choice.getByRole('button', { name: 'Written the short way.' }).press('Enter');
  await expect(steps(page)).toHaveCount(6);
  for (const tab of ['Steps', 'Plans', 'Files']) {
    await page.getByRole('tab', { name: tab }).click();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflow).toBe(false);
  }

  await page.getByRole('tab', { name: 'Steps' }).click();
  await steps(page).first().getByRole('button').focus();
  await page.keyboard.press('j');
  await expect(steps(page).nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await compare(page).getByRole('button', { name: 'Show on the right' }).click();
  await expect(conversation(page).getByText('Written the short way.')).toBeVisible();
});

test('the other side may be a run or another thread, and follows what goes on', async ({ page, folder, serve }) => {
  const pause = hold();
  const server = await serve([
    say('One.'),
    say('Other.'),
    { parts: [{ text: 'Two' }, { hold: pause }, { text: '.' }] },
  ]);
  await connect(page, server);
  await startRun(page, { text: 'First thread', folder });
  await expect(conversation(page).getByText('One.')).toBeVisible();
  await startRun(page, { text: 'Second thread', folder });
  await expect(conversation(page).getByText('Other.')).toBeVisible();
  const threadId = new URL(page.url()).hash.split('/')[2] ?? '';

  const row = page.getByRole('link', { name: 'First thread' });
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await compare(page).getByRole('button', { name: 'Right side' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose the right side' });
  await choice.getByRole('textbox', { name: 'Search threads' }).fill('second');
  await choice.getByRole('button', { name: 'Second thread' }).click();
  await expect.poll(() => types(page)).toEqual(['changed', 'changed']);
  const first = steps(page).first().getByRole('button', { expanded: true });
  await steps(page).first().getByRole('button').click();
  await expect(first).toBeFocused();

  const agents = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  const overrides = { model: 'test/mock' };
  await ask(page, 'run.start', { threadId, agentId: agents[0]?.id, text: 'More', overrides, force: true });
  await pause.reached;
  await expect.poll(() => types(page)).toEqual(['changed', 'changed', 'right']);
  pause.release();
  await expect.poll(() => types(page)).toEqual(['changed', 'changed', 'right', 'right']);
  // What was opened has stayed so.
  await expect(first).toBeFocused();

  await compare(page).getByRole('button', { name: 'Right side' }).click();
  await choice.getByRole('button', { name: /^Run 1/ }).click();
  await expect.poll(() => types(page)).toEqual(['changed', 'changed']);
  // Until the choice has gone, Escape is for it.
  await expect(choice).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(conversation(page)).toBeVisible();

  await page.goBack();
  await expect.poll(() => types(page)).toEqual(['changed', 'changed']);
  await ask(page, 'thread.delete', { threadId });
  await expect(compare(page).getByText('One of the threads does not exist any more')).toBeVisible();

  // What is restored is back, wherever it was missed.
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  await expect(page.getByText('This thread does not exist any more')).toBeVisible();
  await ask(page, 'thread.restore', { threadId });
  await expect(conversation(page)).toBeVisible();
  await page.goBack();
  await expect.poll(() => types(page)).toEqual(['changed', 'changed']);
});
