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

test('New run takes edits anywhere in its text, and files of the folder by @', async ({ page, folder, serve }) => {
  const project = join(folder, 'project');
  await mkdir(join(project, 'src'), { recursive: true });
  await writeFile(join(project, 'src', 'price.js'), 'export const price = 3;\n');
  const server = await serve([say('Three.')]);
  await connect(page, server);
  await page.keyboard.press('Alt+n');
  const form = region(page, 'New run');
  const prompt = form.getByLabel('What should the agent do?');
  await form.getByLabel('Folder').fill(project);
  const model = form.getByLabel('Model');
  await model.fill('tt/mock');
  await model.press('Home');
  await model.press('ArrowRight');
  await page.keyboard.type('es');
  await expect(model).toHaveValue('test/mock');
  await prompt.fill('Say price');
  await prompt.press('Home');
  for (let step = 0; step < 'Say '.length; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('the whole ');
  await expect(prompt).toHaveValue('Say the whole price');
  await page.keyboard.press('End');
  await page.keyboard.type(' in @pri');
  await expect(form.getByRole('option', { name: 'src/price.js' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form.getByRole('option')).toHaveCount(0);
  await page.keyboard.type('c');
  await form.getByRole('option', { name: 'src/price.js' }).click();
  await expect(prompt).toHaveValue('Say the whole price in @src/price.js ');
  await expect(form.getByRole('list', { name: 'Attachments' }).getByText('price.js', { exact: true })).toBeVisible();
  await prompt.press('Enter');
  await expect(region(page, 'Conversation').getByText('Three.')).toBeVisible();
  const sent = JSON.stringify(server.requests[0]?.body.messages);
  expect(sent).toContain('Say the whole price in @src/price.js');
  expect(sent).toContain('export const price = 3;');
});

test('what is dropped beside the fields does not replace the app, and cells are pasted as text', async ({ page }) => {
  const dropped = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['a'], 'a.txt', { type: 'text/plain' }));
    return ['dragover', 'drop'].map((type) => {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    });
  });
  expect(dropped).toEqual([true, true]);
  await page.keyboard.press('Alt+n');
  const taken = await region(page, 'New run')
    .getByLabel('What should the agent do?')
    .evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/plain', '1\t2');
      data.setData('text/html', '<table></table>');
      data.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      field.dispatchEvent(event);
      return event.defaultPrevented;
    });
  expect(taken).toBe(false);
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
