import type { Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

const LONG = 'This is a long story. '.repeat(200);
const composer = (page: Page) => page.getByLabel('Message', { exact: true });
const card = (page: Page) => region(page, 'Conversation').getByRole('group', { name: 'Compaction' });

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

test('by hand a conversation is compacted, and the model goes on from the summary', async ({ page, serve }) => {
  const pause = hold();
  const server = await serve([
    say(LONG),
    { parts: [{ hold: pause }, { text: 'Not in time.' }] },
    say('## Goal\nA story about **names**.'),
    say('The end.'),
  ]);
  await connect(page, server);
  await startRun(page, { text: 'Tell a story' });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('This is a long story.').first()).toBeVisible();
  await expect(composer(page)).toHaveAttribute('placeholder', 'Message the agent');

  await send(page, '/compact');
  await expect(conversation.getByText('Compacting the conversation')).toBeVisible();
  await send(page, 'Go on');
  await expect(page.getByText('This thread is being compacted')).toBeVisible();
  await conversation.getByRole('button', { name: 'Cancel' }).click();
  await expect(conversation.getByText('Compacting the conversation')).toBeHidden();
  await expect(card(page)).toHaveCount(0);
  pause.release();

  await composer(page).fill('/com');
  await expect(page.getByRole('option', { name: '/compact [what to keep] summarise the older part' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByText('/compact summarises the older part')).toBeVisible();
  await send(page, '/compact keep the names');
  await expect(card(page)).toBeVisible();
  await card(page).getByRole('button').first().click();
  await expect(card(page).getByText('keep the names', { exact: true })).toBeVisible();
  await expect(card(page).getByRole('heading', { name: 'Goal' })).toBeVisible();
  expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('keep the names');

  await send(page, 'Go on');
  await expect(conversation.getByText('The end.')).toBeVisible();
  const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(sent).toContain('A story about **names**.');
  expect(sent).not.toContain('This is a long story.');
  // Nothing is taken away for the person.
  await page.reload();
  await expect(conversation.getByText('The end.')).toBeVisible();
  await expect(card(page)).toBeVisible();
});

test('a run compacts by itself once it knows how much its model can read', async ({ page, folder, serve }) => {
  const usage = { prompt_tokens: 3900, completion_tokens: 10, total_tokens: 3910 };
  const server = await serve([
    { parts: [call('run_command', { command: 'seq 400' }), { usage }] },
    say('It counted.'),
    say('Done.'),
  ]);
  await connect(page, server);
  await ask(page, 'settings.set', { model: 'test/mock' });
  await page.goto(`${new URL(page.url()).origin}/#/settings/context`);
  const settings = region(page, 'Context');
  await expect(settings.getByText('Unknown: not compacted by itself')).toBeVisible();
  await settings.getByLabel('Tokens that test/mock can read').fill('4,000');
  await settings.getByLabel('Tokens that test/mock can read').press('Enter');
  await expect(settings.getByText('As you entered it.')).toBeVisible();
  await settings.getByLabel('Keep as it is (tokens)').fill('0');
  await settings.getByLabel('Keep as it is (tokens)').press('Enter');

  await startRun(page, { text: 'Count', folder, allow: true });
  await expect(region(page, 'Conversation').getByText('Done.', { exact: true })).toBeVisible();
  await expect(card(page)).toContainText('Compacted: ');
  expect(server.requests).toHaveLength(3);
});
