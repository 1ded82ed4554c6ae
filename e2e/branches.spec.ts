import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

const conversation = (page: Page) => region(page, 'Conversation');
const composer = (page: Page) => page.getByRole('form', { name: 'Composer' });
const message = (page: Page, text: string) =>
  conversation(page).getByRole('article', { name: 'You' }).filter({ hasText: text });
const answer = (page: Page, text: string) =>
  conversation(page).getByRole('article', { name: 'Answer' }).filter({ hasText: text });
const branches = (page: Page) => conversation(page).getByRole('group', { name: 'Branches here' });

test('a message is edited in its place, its text survives a look elsewhere, and both versions stay', async ({
  page,
  serve,
}) => {
  const server = await serve([say('About cats.'), say('About dogs.')]);
  await connect(page, server);
  await startRun(page, { text: 'Tell me of cats' });
  await expect(answer(page, 'About cats.')).toBeVisible();

  await message(page, 'cats').hover();
  await page.getByRole('button', { name: 'Edit the message' }).click();
  const editor = page.getByRole('textbox', { name: 'Edited message' });
  await expect(editor).toHaveValue('Tell me of cats');
  await editor.fill('Tell me of dogs');
  await page.keyboard.press('Alt+n');
  await page.goBack();
  await expect(editor).toHaveValue('Tell me of dogs');
  await editor.press('Enter');
  await expect(answer(page, 'About dogs.')).toBeVisible();
  await expect(answer(page, 'About cats.')).toBeHidden();
  expect(server.requests[1]?.body.messages.map(({ content }) => content).slice(-1)).toEqual(['Tell me of dogs']);

  await expect(branches(page)).toHaveText('2 / 2');
  await page.getByRole('button', { name: 'Previous branch' }).click();
  await expect(answer(page, 'About cats.')).toBeVisible();
  await expect(branches(page)).toHaveText('1 / 2');
  await composer(page).getByLabel('Message').blur();
  await page.keyboard.press(']');
  await expect(answer(page, 'About dogs.')).toBeVisible();

  // Escape leaves it as it was.
  await page.keyboard.press('e');
  await editor.fill('Never sent');
  await editor.press('Escape');
  await expect(message(page, 'Tell me of dogs')).toBeVisible();
  expect(server.requests).toHaveLength(2);
});

test('an answer is made again with its attachments, by another model and other instructions, and is still there after a reload', async ({
  page,
  serve,
}) => {
  const pause = hold();
  const server = await serve([
    say('First.'),
    say('Second.'),
    { parts: [{ text: 'Third, ' }, { hold: pause }, { text: 'whole.' }] },
  ]);
  await connect(page, server);
  await startRun(page, { text: 'Hello' });
  await expect(answer(page, 'First.')).toBeVisible();
  await composer(page)
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('kept words') });
  await composer(page).getByLabel('Message').fill('Read it');
  await composer(page).getByRole('button', { name: 'Send' }).click();
  await expect(answer(page, 'Second.')).toBeVisible();

  await answer(page, 'Second.').hover();
  await answer(page, 'Second.').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Regenerate with…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer again' });
  await dialog.getByLabel('Instructions').fill('Answer in verse.');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(answer(page, 'Third,')).toBeVisible();
  await expect(answer(page, 'Second.')).toBeHidden();
  expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('kept words');
  expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('Answer in verse.');
  await page.reload();
  await expect(answer(page, 'Third,')).toBeVisible();
  pause.release();
  await expect(answer(page, 'Third, whole.')).toBeVisible();
  await expect(branches(page)).toHaveText('2 / 2');
});

test('a branch is begun from an answer, left again, named, found in the list, and forked', async ({ page, serve }) => {
  const server = await serve([say('One.'), say('Two.'), say('Three.')]);
  await connect(page, server);
  await startRun(page, { text: 'First' });
  await expect(answer(page, 'One.')).toBeVisible();
  await composer(page).getByLabel('Message').fill('Second');
  await page.keyboard.press('Enter');
  await expect(answer(page, 'Two.')).toBeVisible();

  const more = async (text: string, item: string): Promise<void> => {
    await answer(page, text).hover();
    await answer(page, text).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await more('One.', 'Branch from here');
  const note = composer(page).getByRole('status').filter({ hasText: 'begins a branch after “One.”' });
  await expect(note).toBeVisible();
  await composer(page).getByRole('button', { name: 'Go on at the end instead' }).click();
  await expect(note).toBeHidden();
  await more('One.', 'Branch from here');
  await composer(page).getByLabel('Message').fill('Another way');
  await page.keyboard.press('Enter');
  await expect(answer(page, 'Three.')).toBeVisible();
  await expect(answer(page, 'Two.')).toBeHidden();
  await expect(note).toBeHidden();
  expect(server.requests[2]?.body.messages.map(({ content }) => content).slice(-2)).toEqual(['One.', 'Another way']);

  await more('Three.', 'Name this branch…');
  await page.getByRole('textbox', { name: 'Name of the branch' }).fill('The other way');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('The other way')).toBeVisible();
  const list = region(page, 'Thread').getByRole('button', { name: 'Branches' });
  await expect(list).toHaveText('The other way');
  // Its name is changed where it stands.
  await conversation(page).getByRole('button', { name: 'The other way' }).click();
  const field = page.getByRole('textbox', { name: 'Name of the branch' });
  await expect(field).toHaveValue('The other way');
  await field.fill('The third way');
  await field.press('Enter');
  await expect(list).toHaveText('The third way');
  await expect(conversation(page).getByRole('button', { name: 'The third way' })).toBeFocused();
  await conversation(page).getByText('The third way').hover();
  await page.getByRole('button', { name: 'Remove the name' }).click();
  await expect(list).toHaveText('2 branches');
  await list.click();
  await page.getByRole('menuitem', { name: /^Two\./ }).click();
  await expect(answer(page, 'Two.')).toBeVisible();

  await more('One.', 'Fork to a new thread');
  await expect(page.getByRole('heading', { name: 'Fork of First' })).toBeVisible();
  await expect(answer(page, 'One.')).toBeVisible();
  await expect(message(page, 'Second')).toBeHidden();
});

test('a run goes on beside the branch that is shown, says so, and leaves its late result where it belongs', async ({
  page,
  serve,
}) => {
  const pause = hold();
  const server = await serve([
    say('One.'),
    { parts: [{ text: 'Late, ' }, { hold: pause }, { text: 'and whole.' }] },
    say('Three.'),
  ]);
  await connect(page, server);
  await startRun(page, { text: 'First' });
  await expect(answer(page, 'One.')).toBeVisible();
  await answer(page, 'One.').hover();
  await answer(page, 'One.').getByRole('button', { name: 'Regenerate' }).click();
  await expect(answer(page, 'Late,')).toBeVisible();

  const list = region(page, 'Thread').getByRole('button', { name: 'Branches' });
  const { leaves } = (await ask(page, 'branch.leaves', { threadId: page.url().split('/').at(-1), limit: 10 })) as {
    leaves: readonly { entryId: string }[];
  };
  await ask(page, 'branch.activate', { threadId: page.url().split('/').at(-1), entryId: leaves[0]?.entryId });
  await expect(answer(page, 'One.')).toBeVisible();
  await expect(answer(page, 'Late,')).toBeHidden();
  await expect(region(page, 'Thread').getByText(/on another branch/)).toBeVisible();

  // The thread is free for its active branch.
  await composer(page).getByLabel('Message').fill('And now?');
  await page.keyboard.press('Enter');
  await expect(answer(page, 'Three.')).toBeVisible();
  pause.release();
  await expect(region(page, 'Thread').getByText(/on another branch/)).toBeHidden();
  await expect(answer(page, 'Late')).toBeHidden();
  await list.click();
  await page.getByRole('menuitem', { name: /^Late, and whole\./ }).click();
  await expect(answer(page, 'Late, and whole.')).toBeVisible();
  await expect(message(page, 'And now?')).toBeHidden();
});

test('a branch from an earlier step works on the files as they were then, in a copy', async ({
  page,
  folder,
  serve,
}) => {
  const project = join(folder, 'project');
  await mkdir(project);
  const write = (content: string) => ({ parts: [call('write_file', { path: 'a.txt', content })] });
  const server = await serve([
    write('first'),
    say('One.'),
    write('second'),
    say('Two.'),
    { parts: [call('read_file', { path: 'a.txt' })] },
    say('Three.'),
  ]);
  await connect(page, server);
  await startRun(page, { text: 'First', folder: project });
  await expect(answer(page, 'One.')).toBeVisible();
  await composer(page).getByLabel('Message').fill('Second');
  await page.keyboard.press('Enter');
  await expect(answer(page, 'Two.')).toBeVisible();

  await answer(page, 'One.').hover();
  await answer(page, 'One.').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Branch from here' }).click();
  await expect(composer(page).getByText('1 file was changed in')).toBeVisible();
  await composer(page).getByRole('combobox', { name: 'Files' }).click();
  await page.getByRole('option', { name: 'With the files as they were then, in a copy' }).click();
  await composer(page).getByLabel('Message').fill('Look');
  await page.keyboard.press('Enter');
  await expect(answer(page, 'Three.')).toBeVisible();
  expect(JSON.stringify(server.requests[5]?.body.messages.at(-1))).toContain('first');
  expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('second');
  await expect(region(page, 'Thread').getByRole('button', { name: /^Works on a copy of .*, as of / })).toBeVisible();
});
