import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

async function goHome(page: Page): Promise<void> {
  await page.getByRole('banner', { name: 'Window' }).getByRole('button', { name: 'Runlight' }).click();
}

test('a thread that was left while it ran is shown as it is now, and goes on live', async ({ page, folder, serve }) => {
  const pause = hold();
  const server = await serve([
    { parts: [call('run_command', { command: 'echo one' }, 'one')] },
    { parts: [call('run_command', { command: 'echo two' }, 'two')] },
    { parts: [{ text: 'Nearly' }, { hold: pause }, { text: ' there.' }] },
  ]);
  await connect(page, server);
  await startRun(page, { text: 'Work on it', folder });
  const conversation = region(page, 'Conversation');
  const command = conversation.getByRole('group', { name: 'Command', exact: true });
  await expect(command).toHaveText('echo one');
  await goHome(page);
  const card = region(page, 'Overview').getByRole('article', { name: 'Work on it' });
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(card.getByRole('group', { name: 'Command', exact: true })).toHaveText('echo two');
  await region(page, 'Threads').getByRole('link', { name: 'Work on it' }).click();
  await expect(command).toHaveText('echo two');
  await conversation.getByRole('button', { name: 'Approve' }).click();
  await expect(conversation.getByText('Nearly')).toBeVisible();
  pause.release();
  await expect(conversation.getByText('Nearly there.')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the overview shows what runs, takes a decision in place, and counts what ended (${theme})`, async ({
    page,
    folder,
    serve,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const pause = hold();
    const plan = (...statuses: readonly string[]) =>
      call('write_todos', { todos: statuses.map((status, n) => ({ id: `t${n}`, content: `Task ${n}`, status })) });
    const server = await serve([
      { parts: [plan('in_progress', 'pending')] },
      { parts: [call('run_command', { command: 'echo hi > made.txt' })] },
      { parts: [plan('completed', 'in_progress')] },
      { parts: [{ text: 'Wait' }, { hold: pause }, { text: ' …' }, plan('completed', 'completed')] },
      say('Done.'),
    ]);
    await connect(page, server);
    await startRun(page, { text: 'Work on it', folder });
    await goHome(page);
    const overview = region(page, 'Overview');
    const card = overview.getByRole('article', { name: 'Work on it' });
    await expect(card.getByText('0/2')).toBeVisible();
    await expect(card.locator('[data-status=in_progress]')).toHaveText('Task 0');
    await expect(card.getByRole('group', { name: 'Command', exact: true })).toHaveText('echo hi > made.txt');
    expect(await findings(page)).toEqual([]);

    await expect(card.getByRole('button', { name: 'Always allow' })).toBeVisible();
    await expect(card.getByLabel(/^Reason/)).toBeVisible();
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(card.locator('[data-status=in_progress]')).toHaveText('Task 1');
    await expect(card.getByText('1/2')).toBeVisible();
    await pause.reached;
    pause.release();
    await expect(overview.getByText('Nothing runs now.')).toBeVisible();

    await overview.getByRole('radio', { name: 'Today' }).click();
    const runs = overview.getByRole('figure', { name: 'Runs' });
    await expect(runs).toContainText('100 % success');
    await expect(overview.getByRole('figure', { name: 'Spend' })).toContainText('unpriced');
    await expect(overview.getByRole('group', { name: 'By model' }).getByRole('row')).toHaveCount(2);
    await runs.locator('svg').hover({ position: { x: 60, y: 60 } });
    await expect(runs).toContainText('00:00: Finished');
    expect(await findings(page)).toEqual([]);
  });

  test(`the palette finds threads and actions by the keyboard alone (${theme})`, async ({ page, serve }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const server = await serve([say('One.'), say('Two.')]);
    await connect(page, server);
    await startRun(page, { text: 'First errand' });
    await expect(region(page, 'Thread').getByText('Finished')).toBeVisible();
    await startRun(page, { text: 'Second errand' });
    await expect(region(page, 'Thread').getByText('Finished')).toBeVisible();

    const field = page.getByRole('combobox', { name: 'Search threads and actions' });
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await expect(page.getByRole('option', { name: /New run/ })).toContainText('Alt+N');
    expect(await findings(page)).toEqual([]);
    await field.fill('first');
    await expect(page.getByRole('option', { name: /First errand/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(region(page, 'Thread').getByRole('heading', { name: 'First errand' })).toBeVisible();

    await page.keyboard.press('Control+k');
    await field.fill('renm');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title of the thread' }).fill('Third errand');
    await page.keyboard.press('Enter');
    await expect(region(page, 'Thread').getByRole('heading', { name: 'Third errand' })).toBeVisible();

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toHaveText(/Rename the thread/);
    await field.fill('delete');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Deleted “Third errand”')).toBeVisible();
    await expect(region(page, 'Overview')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(region(page, 'Thread').getByRole('heading', { name: 'Third errand' })).toBeVisible();

    await page.keyboard.press('Control+k');
    await field.fill(theme === 'light' ? 'theme dark' : 'theme light');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme === 'light' ? 'dark' : 'light');
    await page.keyboard.press('Control+k');
    await field.fill('qqqq');
    await expect(page.getByText('Nothing fits')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  });
}
