import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { region, watch } from './support/fixtures.ts';
import { electronKind, launchElectron } from './support/launch-electron.ts';

type Opened = { openedByTest?: string };

test('the demo runs to its end through the built Electron main and preload', async () => {
  console.log(`The Electron host runs in ${electronKind() === 'electron' ? 'Electron' : 'a stand-in for Electron'}`);
  const home = mkdtempSync(join(tmpdir(), 'runlight-electron-demo-'));
  const app = await launchElectron({ home });
  const page = await app.window();
  const problems = watch(page);

  await page.getByRole('button', { name: 'Run the demo' }).click();
  const todos = region(page, 'Todos');
  await expect(todos.getByRole('listitem')).toHaveCount(6);
  await expect(todos.getByText('6 of 6')).toBeVisible({ timeout: 60_000 });
  await expect(todos.locator('[data-status=completed]')).toHaveCount(6);
  await expect(region(page, 'Conversation').getByText('Finished', { exact: true })).toBeAttached();

  // What its commands changed was found by the built worker, and opens in the program that the system has for it.
  await app.evaluate(({ shell }) => {
    shell.openPath = (path) => {
      (globalThis as unknown as Opened).openedByTest = path;
      return Promise.resolve('');
    };
  });
  await page.getByRole('tab', { name: 'Files' }).click();
  const files = region(page, 'Files');
  await expect(files.getByText('is not known')).toBeHidden();
  const changed = files.locator('li[data-status=modified]').first();
  await changed.getByRole('button').first().click();
  await expect(changed.getByRole('group', { name: 'Changed lines' })).toBeVisible();
  await changed.getByRole('button', { name: 'Open in editor' }).click();
  const path = (await changed.getAttribute('data-path')) ?? '';
  await expect.poll(() => app.evaluate(() => (globalThis as unknown as Opened).openedByTest)).toContain(join(path));

  // What was shown is what is kept.
  await app.close();
  expect(await app.exited).toBe(0);
  const again = await launchElectron({ home });
  const window = await again.window();
  await window.getByRole('region', { name: 'Threads' }).getByText('6/6').click();
  await expect(region(window, 'Todos').locator('[data-status=completed]')).toHaveCount(6);
  expect(problems).toEqual([]);
  await again.close();
  rmSync(home, { recursive: true, force: true });
});
