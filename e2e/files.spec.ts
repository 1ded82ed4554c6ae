import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

const FILES = {
  'src/price.txt': 'one\ntwo\nthree\n',
  'old.txt': 'old\n',
};

async function project(folder: string, { repository }: { readonly repository: boolean }): Promise<string> {
  const root = join(folder, 'project');
  await mkdir(join(root, 'src'), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(root, path), text);
  if (repository) {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'First'],
    ]) {
      execFileSync('git', ['-C', root, ...identity, ...args]);
    }
  }
  return root;
}

const files = (page: Page) => region(page, 'Files');
const row = (page: Page, path: string) => files(page).locator(`li[data-path="${path}"]`);
const status = (page: Page) => region(page, 'Thread').locator('[data-status]').first();

for (const kind of ['a Git repository', 'a plain folder'] as const) {
  test(`in ${kind}, Files shows live what a run changes, and reverts it`, async ({ page, folder, serve }) => {
    const root = await project(folder, { repository: kind === 'a Git repository' });
    const pause = hold();
    const server = await serve([
      { parts: [call('edit_file', { path: 'src/price.txt', old_text: 'two', new_text: '2' })] },
      { parts: [{ hold: pause }, call('write_file', { path: 'src/new.txt', content: 'a\nb\n' })] },
      { parts: [call('run_command', { command: 'rm old.txt; echo four >> src/price.txt' })] },
      say('Done.'),
    ]);
    await connect(page, server);
    await startRun(page, { text: 'Change it', folder: root, allow: true });
    await page.getByRole('tab', { name: 'Files' }).click();

    // Live: the first change is there while the run goes on.
    await expect(row(page, 'src/price.txt')).toContainText('+1');
    await expect(files(page).getByRole('listitem')).toHaveCount(1);
    await expect(files(page).getByRole('button', { name: 'Revert all' })).toBeDisabled();
    pause.release();
    await expect(status(page)).toHaveAttribute('data-status', 'finished');
    await expect(files(page).getByRole('listitem')).toHaveCount(3);
    await expect(files(page).getByText('3 files')).toBeVisible();
    await expect(row(page, 'src/new.txt')).toHaveAttribute('data-status', 'added');
    await expect(row(page, 'old.txt')).toHaveAttribute('data-status', 'deleted');
    await expect(row(page, 'old.txt')).toContainText('by a command');
    await expect(row(page, 'src/new.txt')).not.toContainText('by a command');
    await expect(region(page, 'Conversation').getByText('2 files changed')).toBeVisible();

    // The difference of both hands, and one revert.
    await row(page, 'src/price.txt').getByRole('button').first().click();
    await expect(row(page, 'src/price.txt').getByText('Modified by a tool and a command')).toBeVisible();
    const diff = row(page, 'src/price.txt').getByRole('group', { name: 'Changed lines' });
    await expect(diff).toContainText('four');
    await row(page, 'src/price.txt').getByRole('button', { name: 'Revert', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revert', exact: true }).click();
    await expect(row(page, 'src/price.txt').getByText('reverted', { exact: true })).toBeVisible();
    expect(await readFile(join(root, 'src/price.txt'), 'utf8')).toBe(FILES['src/price.txt']);
    await row(page, 'src/price.txt').getByRole('button', { name: 'Bring back' }).click();
    await expect(row(page, 'src/price.txt').getByRole('button', { name: 'Revert', exact: true })).toBeVisible();
    expect(await readFile(join(root, 'src/price.txt'), 'utf8')).toBe('one\n2\nthree\nfour\n');

    // All of it, but for what somebody changed since.
    await writeFile(join(root, 'src/price.txt'), 'by hand\n');
    await files(page).getByRole('button', { name: 'Revert all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revert', exact: true }).click();
    const refused = page.getByRole('alertdialog', { name: '1 file left as it is' });
    await expect(refused).toContainText('“src/price.txt” was changed again since');
    expect(await readFile(join(root, 'old.txt'), 'utf8')).toBe('old\n');
    await expect(stat(join(root, 'src/new.txt'))).rejects.toThrow('ENOENT');
    expect(await readFile(join(root, 'src/price.txt'), 'utf8')).toBe('by hand\n');
    await refused.getByRole('button', { name: 'Revert anyway' }).click();
    await expect(files(page).getByText('All reverted')).toBeVisible();
    expect(await readFile(join(root, 'src/price.txt'), 'utf8')).toBe(FILES['src/price.txt']);
  });
}

test('a run on a copy leaves the folder untouched, and a second writer is warned', async ({ page, folder, serve }) => {
  const root = await project(folder, { repository: true });
  await writeFile(join(root, 'own.txt'), 'not committed\n');
  const pause = hold();
  const server = await serve((body, _number) => {
    const asked = JSON.stringify(body.messages);
    if (asked.includes('Work slowly')) return { parts: [{ hold: pause }, { text: 'Slowly done.' }] };
    if (asked.includes('call_run_command')) return say('On the copy.');
    return { parts: [call('run_command', { command: 'cat own.txt > copied.txt; echo changed > src/price.txt' })] };
  });
  await connect(page, server);
  await startRun(page, { text: 'Work slowly', folder: root, allow: true });
  await pause.reached;

  await page.keyboard.press('Alt+n');
  await page.getByLabel('Folder').fill(root);
  await page.getByLabel('Model').fill('test/mock');
  await page.getByLabel('What should the agent do?').fill('Work on it too');
  await page.getByText('Advanced').click();
  await page.getByRole('radio', { name: 'Allow all' }).click();
  await page.getByRole('button', { name: 'Start run' }).click();
  const warning = page.getByRole('alert').filter({ hasText: 'A run of “Work slowly” is working in this folder' });
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Work on a copy' }).click();

  await expect(region(page, 'Conversation').getByText('On the copy.')).toBeVisible();
  await expect(region(page, 'Thread').getByText('copy of project')).toBeVisible();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(row(page, 'copied.txt')).toHaveAttribute('data-status', 'added');
  await row(page, 'copied.txt').getByRole('button').first().click();
  await expect(row(page, 'copied.txt').getByRole('group', { name: 'Changed lines' })).toContainText('not committed');
  await expect(stat(join(root, 'copied.txt'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(root, 'src/price.txt'), 'utf8')).toBe(FILES['src/price.txt']);

  const apply = async () => {
    await files(page).getByRole('button', { name: 'Apply to folder' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click();
  };
  await apply();
  await expect(page.getByText('A run is working in this folder')).toBeVisible();
  pause.release();
  await expect(region(page, 'Threads').locator('[data-status=finished]')).toHaveCount(2);
  await writeFile(join(root, 'src/price.txt'), 'mine\n');
  await apply();
  await expect(page.getByText('Applied 1 file to')).toBeVisible();
  await expect(page.getByText('Not applied: “src/price.txt” is not as it was')).toBeVisible();
  expect(await readFile(join(root, 'copied.txt'), 'utf8')).toBe('not committed\n');
  expect(await readFile(join(root, 'src/price.txt'), 'utf8')).toBe('mine\n');

  // That was for this run alone.
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('combobox', { name: 'Folder' })).toHaveValue(root);
  await expect(page.getByRole('radio', { name: 'The folder itself' })).toBeChecked();
});

test('a thread that changed nothing says so', async ({ page, serve }) => {
  const server = await serve([say('Nothing to do.')]);
  await connect(page, server);
  await startRun(page, { text: 'Hello' });
  await page.keyboard.press('Alt+5');
  await expect(files(page).getByText('No files here')).toBeVisible();
});
