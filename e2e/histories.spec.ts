import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Download, Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, say } from './support/model-server.ts';
import { startWebHost } from './support/web-host.ts';

const run = promisify(execFile);
const CLI = resolve(import.meta.dirname, '../bin/runlight.mjs');

type Exported = { readonly thread: { readonly title: string }; readonly entries: readonly { readonly kind: string }[] };

async function exportAs(page: Page, entry: string): Promise<Download> {
  await region(page, 'Thread').getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: entry }).click();
  return download;
}

async function palette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search threads and actions' }).fill(typed);
}

test('a thread goes out as Markdown and JSON, comes back in, and is there for the command line', async ({
  page,
  folder,
  home,
  serve,
}) => {
  const todos = [{ id: 'a', content: 'Look around', status: 'completed' }];
  const server = await serve([{ parts: [call('write_todos', { todos })] }, say('All is **well**.')]);
  await connect(page, server);
  await startRun(page, { text: 'How is it?', folder });
  await expect(region(page, 'Conversation').getByText('All is well.')).toBeVisible();
  await expect(region(page, 'Thread').getByText('Finished')).toBeVisible();

  const markdown = await exportAs(page, 'Branch as Markdown');
  expect(markdown.suggestedFilename()).toBe('How is it.md');
  const text = await readFile(await markdown.path(), 'utf8');
  expect(text).toContain('# How is it?\n\n## Person · ');
  expect(text).toContain('_Plan: a added_');
  expect(text).toContain('All is **well**.');
  expect(text).toContain('- [x] **a**: Look around');

  const json = await exportAs(page, 'Thread as JSON');
  const file = join(folder, json.suggestedFilename());
  await json.saveAs(file);
  const exported = JSON.parse(await readFile(file, 'utf8')) as Exported;
  expect(exported.thread.title).toBe('How is it?');

  // The home is open all the while.
  const { stdout } = await run(process.execPath, [CLI, 'export', 'How is it?', '--home', home, '--out', '-']);
  expect(JSON.parse(stdout)).toEqual(exported);

  await palette(page, 'import');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file);
  await expect(page.getByText(`Imported a thread of ${exported.entries.length} entries`)).toBeVisible();
  await expect(region(page, 'Conversation').getByText('All is well.')).toBeVisible();
  await expect(region(page, 'Todos').getByText('1 of 1')).toBeVisible();
  await expect(region(page, 'Threads').getByRole('link', { name: /How is it/ })).toHaveCount(2);

  // What was changed is refused, with the place; nothing comes in.
  await writeFile(file, (await readFile(file, 'utf8')).replace('"seq":3', '"seq":4'));
  await page.evaluate(() => {
    window.location.hash = '#/settings/storage';
  });
  const again = page.waitForEvent('filechooser');
  await region(page, 'Storage').getByRole('button', { name: 'Import…' }).click();
  await (await again).setFiles(file);
  await expect(page.getByText('its seq must be 3, and is 4')).toBeVisible();
  await expect(region(page, 'Threads').getByRole('link', { name: /How is it/ })).toHaveCount(2);
});

test('what was being written is there after a restart on another port', async ({ page, home, host, serve }) => {
  const server = await serve([say('Hello.')]);
  await connect(page, server);
  await startRun(page, { text: 'Say hello' });
  await expect(region(page, 'Conversation').getByText('Hello.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('And then');
  const { hash } = new URL(page.url());
  await page.keyboard.press('Alt+n');
  await page.getByLabel('What should the agent do?').fill('Something else');
  await expect
    .poll(async () => ((await ask(page, 'unsent.get', { key: 'new-run' })) as { text: string }).text)
    .toContain('Something else');

  await host.stop();
  const other = await startWebHost(home, 0);
  try {
    expect(other.port).not.toBe(host.port);
    await page.goto(other.url);
    await page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('And then');
    await page.keyboard.press('Alt+n');
    await expect(page.getByLabel('What should the agent do?')).toHaveValue('Something else');
  } finally {
    await other.stop();
  }
});
