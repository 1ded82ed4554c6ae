import { connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, say } from './support/model-server.ts';

test('a thread is renamed and deleted from its menu, and the focus stays in the list', async ({ page, serve }) => {
  await connect(page, await serve(() => say('Done.')));
  await startRun(page, { text: 'First' });
  await startRun(page, { text: 'Second' });
  const threads = region(page, 'Threads');
  // The popover that had the focus before must not get it back from the field.
  await page.getByRole('button', { name: 'Filter threads' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await threads.getByRole('link', { name: /First/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const field = threads.getByRole('textbox', { name: 'Title of the thread' });
  await expect(field).toBeFocused();
  await field.fill('Renamed');
  await page.keyboard.press('Enter');
  const renamed = threads.getByRole('link', { name: /Renamed/ });
  await expect(renamed).toBeFocused();

  // One stop in the whole list, whose menu is the next.
  await page.keyboard.press('Tab');
  await expect(threads.getByRole('button', { name: 'Actions for Renamed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(threads.getByRole('link', { name: /Second/ })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(renamed).toBeVisible();
});

test('after an approval the focus is on the call; a command that fails shows no success', async ({
  page,
  folder,
  serve,
}) => {
  const command = call('run_command', { command: 'exit 3' });
  await connect(page, await serve([{ parts: [command] }, say('It failed.')]));
  await startRun(page, { text: 'Go', folder });
  const conversation = region(page, 'Conversation');
  await conversation.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
  await expect(conversation.getByText('It failed.')).toBeVisible();
  const row = conversation.getByRole('button', { name: /^Run exit 3/ });
  await expect(row).toBeFocused();
  await expect(row).toContainText(/exit 3approved.*failed$/);
  await page.keyboard.press('Enter');
  await expect(conversation.getByText('Result, exit code 3')).toBeVisible();
});

test('Home and End lead to the ends of a long conversation', async ({ page, serve }) => {
  const text = Array.from({ length: 300 }, (_, n) => `## Part ${n}\n\n${'Some words. '.repeat(n % 40)}`).join('\n\n');
  await connect(page, await serve([say(text)]));
  await startRun(page, { text: 'A long answer' });
  const log = page.getByRole('log');
  await expect(log.getByRole('heading', { name: 'Part 299' })).toBeInViewport();
  await log.focus();
  await page.keyboard.press('Home');
  await expect(log.getByText('A long answer')).toBeInViewport();
  await page.keyboard.press('End');
  await expect(log.getByRole('heading', { name: 'Part 299' })).toBeInViewport();
});
