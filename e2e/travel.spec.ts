import { AxeBuilder } from '@axe-core/playwright';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, say } from './support/model-server.ts';

test('a step is picked, its inputs are seen, its result is changed, and the new branch says so', async ({
  page,
  folder,
  serve,
}) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  const root = join(folder, 'project');
  await mkdir(root);
  await writeFile(join(root, 'price.json'), '{"price": 1}');
  const server = await serve([
    { parts: [call('read_file', { path: 'price.json' })] },
    { parts: [call('list_files', {})] },
    say('It costs 1.'),
    say('It costs 2.'),
    say('In verse, it costs 1.'),
  ]);
  await connect(page, server);
  await startRun(page, { text: 'What does it cost?', folder: root });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('It costs 1.')).toBeVisible();

  // From the palette it begins at the newest step; another one is picked.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go back to a step');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Go back and change' });
  await dialog.getByRole('combobox', { name: 'Step' }).click();
  await page.getByRole('option', { name: '1. Read price.json' }).click();
  await expect(dialog.getByRole('group', { name: 'Arguments' })).toContainText('"path": "price.json"');
  const result = dialog.getByRole('textbox', { name: 'Result of read_file' });
  await expect(result).toHaveValue(/"price": 1/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Go on' })).toBeDisabled();
  await expect(dialog.getByText('Change the result, add context, or take a tool away')).toBeVisible();
  await result.fill('{"price": 2}');
  await dialog.getByRole('textbox', { name: 'More context' }).fill('Prices have changed.');
  await dialog.getByRole('checkbox', { name: 'list_files' }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(conversation.getByText('It costs 2.')).toBeVisible();
  await expect(conversation.getByText('It costs 1.')).toBeHidden();

  // The model was sent just that, and the branch says what a person changed.
  const sent = server.requests[3]?.body;
  const texts = JSON.stringify(sent?.messages);
  expect(sent?.messages.map(({ content }) => content)).toContain('{"price": 2}');
  expect(texts).toContain('Prices have changed.');
  expect(sent?.tools?.map((tool) => tool.function.name)).not.toContain('list_files');
  await expect(conversation.getByText('Changed here: the result of read_file')).toBeVisible();
  await expect(conversation.getByText('Prices have changed.')).toBeVisible();

  // A message instead: from the answer's own menu.
  const answer = conversation.getByRole('article', { name: 'Answer' });
  await answer.hover();
  await answer.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Go back and change…' }).click();
  await dialog.getByRole('radio', { name: 'The message' }).click();
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue('What does it cost?');
  await expect(dialog.getByText('Its attachments go along')).toBeHidden();
  await message.fill('What does it cost, in verse?');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(conversation.getByText('In verse, it costs 1.')).toBeVisible();
  expect(JSON.stringify(server.requests[4]?.body.messages)).toContain('in verse?');

  // What was JSON stays JSON; and the way to all that the model saw is short.
  await page.keyboard.press('[');
  await expect(conversation.getByText('It costs 2.')).toBeVisible();
  await conversation.getByRole('button', { name: 'Read price.json' }).click();
  await conversation.getByRole('button', { name: 'Go back and change…' }).click();
  await result.fill('{');
  await expect(dialog.getByText('The result was JSON; this is none')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Go on' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Show what the model saw' }).click();
  await expect(dialog).toBeHidden();
  await expect(region(page, 'Context')).toBeVisible();
});

test('what is filled in stays while the run goes on, and until it is cancelled; a result that comes is no change', async ({
  page,
  folder,
  serve,
}) => {
  const server = await serve([{ parts: [call('run_command', { command: 'echo came' })] }, say('It came.')]);
  await connect(page, server);
  await startRun(page, { text: 'Go', folder });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Go back and change' });
  const open = async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('go back to a step');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Step' }).click();
    await page.getByRole('option', { name: '1. Run echo came' }).click();
  };
  await open();
  const result = dialog.getByRole('textbox', { name: 'Result of run_command' });
  const more = dialog.getByRole('textbox', { name: 'More context' });
  const goOn = dialog.getByRole('button', { name: 'Go on' });
  await expect(result).toHaveValue('');

  const { threads } = (await ask(page, 'threads.list', { limit: 1 })) as { threads: readonly { id: string }[] };
  const runs = (await ask(page, 'thread.runs', { threadId: threads[0]?.id, limit: 1 })) as readonly { runId: string }[];
  await ask(page, 'run.decideAll', { runId: runs[0]?.runId, decision: 'approved' });
  await expect(result).toHaveValue(/came/);
  await expect(goOn).toBeDisabled();

  await more.fill('Mind the gap.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(conversation.getByText('It came.')).toBeVisible();
  await open();
  await expect(more).toHaveValue('Mind the gap.');
  await expect(dialog.getByText('This is what you wrote before')).toBeVisible();
  await expect(goOn).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(more).toHaveValue('');
  await expect(dialog.getByText('This is what you wrote before')).toBeHidden();
});
