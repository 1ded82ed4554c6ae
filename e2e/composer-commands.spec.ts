import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { connect, expect, region, startRun, test } from './support/fixtures.ts';
import { say } from './support/model-server.ts';

test('the model of the next run is chosen by a command, and taken back; another one exports', async ({
  page,
  serve,
}) => {
  const server = await serve([say('One.'), say('Two.'), say('Three.')]);
  await connect(page, server);
  await startRun(page, { text: 'Go' });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('One.')).toBeVisible();
  const field = page.getByLabel('Message', { exact: true });
  const chosen = page.getByRole('status', { name: 'Model of the next run' });
  const answer = page.getByRole('status', { name: 'Answer to the command' });

  await field.fill('/model');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(answer).toHaveText('Its model is test/mock. Write /model and a part of a name for another one.');
  await field.fill('/model nothing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('No model is called “nothing”.');
  await expect(field).toHaveValue('/model nothing');

  // A model that no address lists is named in full.
  await field.fill('/model test/other');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText('The next messages go to test/other');
  await chosen.getByRole('button', { name: 'Leave the model as it is' }).click();
  await expect(chosen).toBeHidden();
  await field.fill('/model test/other');
  await page.keyboard.press('Enter');
  await field.fill('More');
  await page.keyboard.press('Enter');
  await expect(conversation.getByText('Two.')).toBeVisible();
  await expect(chosen).toBeHidden();
  expect(server.requests.at(-1)?.body.model).toBe('other');
  // It stays with the thread.
  await expect(region(page, 'Thread').getByText('Finished')).toBeVisible();
  await field.fill('And more');
  await page.keyboard.press('Enter');
  await expect(conversation.getByText('Three.')).toBeVisible();
  expect(server.requests.at(-1)?.body.model).toBe('other');

  await field.pressSequentially('/model mo');
  await expect(page.getByRole('option')).toHaveText([/^test\/mock/]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('/model test/mock');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText('The next messages go to test/mock');

  const download = page.waitForEvent('download');
  await field.pressSequentially('/exp');
  await page.keyboard.press('Tab');
  await field.pressSequentially('branch as m');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('/export branch as markdown');
  await page.keyboard.press('Enter');
  expect(await readFile(await (await download).path(), 'utf8')).toContain('# Go');
  await field.fill('/export');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const json = page.waitForEvent('download');
  await expect(answer.getByRole('button', { name: 'Branch as Markdown' })).toBeFocused();
  const form = new AxeBuilder({ page }).include('[aria-label=Composer]');
  expect((await form.analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await json).suggestedFilename()).toBe('Go.runlight.json');
  await expect(answer).toBeHidden();
  await expect(field).toBeFocused();
  await field.fill('/export it all');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('“it all” is nothing that can be exported.');
});
