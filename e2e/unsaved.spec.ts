import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { connect, expect, region, startRun, test } from './support/fixtures.ts';
import { say } from './support/model-server.ts';
import { startWebHost } from './support/web-host.ts';

const row = (page: Page, title: string) => region(page, 'Threads').getByRole('listitem').filter({ hasText: title });

async function startUnsaved(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Alt+n');
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByRole('switch', { name: 'Do not save' }).click();
  await page.getByLabel('Model').fill('test/mock');
  await page.getByLabel('What should the agent do?').fill(text);
  await page.keyboard.press('Enter');
  await expect(region(page, 'Conversation').getByText('Only here.')).toBeVisible();
}

test('a run that is not saved says so wherever it shows, and can be saved', async ({ page, serve }) => {
  await connect(page, await serve(() => say('Only here.')));
  await startUnsaved(page, 'Try a thing');
  const header = region(page, 'Thread');
  await expect(header.getByText('Not saved')).toBeVisible();
  await expect(row(page, 'Try a thing').getByText('Not saved')).toBeVisible();
  await expect(header.getByText('Finished')).toBeVisible();

  await header.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved “Try a thing”')).toBeVisible();
  await expect(header.getByText('Not saved')).toBeHidden();
  await expect(row(page, 'Try a thing').getByText('Not saved')).toBeHidden();
  await page.getByRole('textbox', { name: 'Message' }).fill('And on');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Conversation').getByText('Only here.')).toHaveCount(2);

  await startUnsaved(page, 'Try another');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('save the thread');
  await page.keyboard.press('Enter');
  await expect(header.getByText('Not saved')).toBeHidden();
});

test('a message of a saved thread is tried in other words without saving, and the thread stays as it is', async ({
  page,
  serve,
}) => {
  await connect(page, await serve(() => say('Only here.')));
  await startRun(page, { text: 'Kept words' });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('Only here.')).toBeVisible();
  await conversation.getByText('Kept words').hover();
  await conversation.getByRole('button', { name: 'Edit the message' }).click();
  await page.getByRole('textbox', { name: 'Edited message' }).fill('Other words');
  await page.getByRole('button', { name: 'Try unsaved' }).click();
  await expect(region(page, 'Thread').getByText('Not saved')).toBeVisible();
  await expect(conversation.getByText('Other words')).toBeVisible();
  await row(page, 'Kept words').filter({ hasNotText: 'Not saved' }).getByRole('link').click();
  await expect(conversation.getByText('Kept words')).toBeVisible();
  await expect(conversation.getByText('Other words')).toBeHidden();
});

test('when Runlight has closed, a window that shows a thread in memory says that it is gone', async ({
  page,
  host,
  home,
  serve,
}) => {
  await connect(page, await serve(() => say('Only here.')));
  await startUnsaved(page, 'Try a thing');
  await host.stop();
  expect(await readFile(join(home, 'logs', 'web.log'), 'utf8')).toContain('threads that were not saved are gone');
  const again = await startWebHost(home, host.port);
  try {
    await expect(page.getByText('This thread was not saved, and is gone since Runlight closed')).toBeVisible();
    await expect(region(page, 'Conversation').getByText('Only here.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden();
    await expect(row(page, 'Try a thing')).toHaveCount(0);
  } finally {
    await again.stop();
  }
});
