import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, expect, region, startRun, test } from './support/fixtures.ts';
import { say } from './support/model-server.ts';

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

test('files go along by dialog, by paste and by @, survive a reload, and reach the model', async ({
  page,
  folder,
  serve,
}) => {
  const project = join(folder, 'project');
  await mkdir(join(project, 'src'), { recursive: true });
  await writeFile(join(project, 'src', 'price.js'), 'export const price = 3;\n');
  const server = await serve([say('Ready.'), say('I see a red dot.')]);
  await connect(page, server);
  await startRun(page, { text: 'Hello', folder: project });
  await expect(region(page, 'Conversation').getByText('Ready.')).toBeVisible();

  const composer = page.getByRole('form', { name: 'Composer' });
  await composer.getByLabel('Files to attach').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
  const attached = composer.getByRole('list', { name: 'Attachments' });
  await expect(attached.getByText('dot.png')).toBeVisible();
  await expect(attached.locator('img')).toBeVisible();
  await composer.getByLabel('Message').evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File(['a,b\n'], 'table.csv', { type: 'text/csv' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(attached.getByText('table.csv')).toBeVisible();
  await composer.getByLabel('Message').pressSequentially('Look at @pri');
  await expect(page.getByRole('option', { name: 'src/price.js' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(composer.getByLabel('Message')).toHaveValue('Look at @src/price.js ');
  await expect(attached.getByText('price.js', { exact: true })).toBeVisible();
  await attached.getByRole('button', { name: 'Remove table.csv' }).click();

  await page.reload();
  await expect(attached.getByRole('listitem')).toHaveCount(2);
  await composer.getByRole('button', { name: 'Send' }).click();
  await expect(region(page, 'Conversation').getByText('I see a red dot.')).toBeVisible();
  await expect(composer.getByRole('list', { name: 'Attachments' })).toBeHidden();
  await expect(
    region(page, 'Conversation').getByRole('list', { name: 'Attachments' }).getByRole('listitem'),
  ).toHaveCount(2);
  const sent = JSON.stringify(server.requests[1]?.body.messages.at(-1));
  expect(sent).toContain(`data:image/png;base64,${PNG.toString('base64')}`);
  expect(sent).toContain('export const price = 3;');
  expect(sent).not.toContain('a,b');
});

test('a file that is too large is refused with what to do', async ({ page, serve }) => {
  const server = await serve([say('Ready.')]);
  await connect(page, server);
  await startRun(page, { text: 'Hello' });
  const composer = page.getByRole('form', { name: 'Composer' });
  const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
  await composer.getByLabel('Files to attach').setInputFiles({ name: 'big.bin', mimeType: 'application/zip', buffer });
  await expect(composer.getByText('big.bin is larger than 5 MB')).toBeVisible();
});
