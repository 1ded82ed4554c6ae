import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

/** What axe finds, as short lines. */
async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the ${theme} theme`, async ({ page, folder, serve }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.getByRole('button', { name: 'Run the demo' })).toBeVisible();
    expect(await findings(page)).toEqual([]);

    const pause = hold();
    const todos = ['completed', 'in_progress', 'pending'].map((status, n) => ({
      id: `t${n}`,
      content: `Task ${n}`,
      status,
    }));
    const server = await serve([
      {
        parts: [
          { reasoning: 'Let me think.' },
          { text: 'A *plan*:\n\n```js\nlet a = 1;\n```\n' },
          call('write_todos', { todos }),
        ],
      },
      {
        parts: [
          call('write_file', { path: 'a.txt', content: 'one\n' }),
          call('run_command', { command: 'echo hi' }, 'c2'),
        ],
      },
      { parts: [{ text: 'Nearly' }, { hold: pause }, { cut: true }] },
      say('There.'),
    ]);
    await connect(page, server);
    await startRun(page, { text: 'Go on, with care', folder });
    const conversation = region(page, 'Conversation');
    await expect(conversation.getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await conversation.getByRole('button', { name: 'Approve' }).click();
    await pause.reached;
    await expect(conversation.getByText('Nearly')).toBeVisible();
    const folded = conversation.locator('button[aria-expanded=false]:not([aria-haspopup])');
    while ((await folded.count()) > 0) await folded.first().click();
    expect(await findings(page)).toEqual([]);

    pause.release();
    await expect(conversation.getByRole('group', { name: 'Error' })).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(region(page, 'Timeline').getByRole('button').first()).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Files' }).click();
    await region(page, 'Files').getByRole('listitem').getByRole('button').first().click();
    await expect(region(page, 'Files').getByRole('group', { name: 'Changed lines' })).toBeVisible();
    expect(await findings(page)).toEqual([]);

    for (const view of ['new', 'settings', 'settings/agents']) {
      await page.evaluate((hash) => {
        window.location.hash = `#/${hash}`;
      }, view);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    }
    await ask(page, 'app.info', {});
    await page.getByRole('button', { name: /shortcuts/i }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

test('the demo can be run with the keyboard alone', async ({ page }) => {
  async function tabTo(name: string, key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      const at = await page.evaluate(() => document.activeElement?.textContent.trim());
      if (at === name) return;
      await page.keyboard.press(key);
    }
    throw new Error(`Tab never came to ${name}`);
  }
  await expect(page.getByRole('button', { name: 'Run the demo' })).toBeVisible();
  await tabTo('Run the demo');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Todos').getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  // It stands right before the composer, which has the focus.
  await tabTo('Approve', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(
    region(page, 'Conversation')
      .getByText(/approved/i)
      .first(),
  ).toBeVisible();
  await expect(region(page, 'Todos').getByText('6 of 6')).toBeVisible();
});
