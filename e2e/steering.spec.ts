import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say, type Hold, type ServerReply } from './support/model-server.ts';
import { startWebHost } from './support/web-host.ts';
import type { Page } from 'playwright/test';

const composer = (page: Page) => page.getByLabel('Message', { exact: true });
const queue = (page: Page) => region(page, 'Queued messages');
const items = (page: Page) => queue(page).getByRole('listitem');

async function write(page: Page, text: string, key = 'Enter'): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press(key);
}

/** What people said, as the model has it in a request. */
function said(messages: readonly { readonly role: string; readonly content?: unknown }[] = []): readonly string[] {
  return messages.flatMap(({ role, content }) => (role === 'user' ? [JSON.stringify(content)] : []));
}

test('messages to a run at work queue up, can be changed, and are read after the step', async ({
  page,
  context,
  host,
  serve,
}) => {
  const first: Hold = hold();
  const server = await serve(
    (_, number): ServerReply =>
      number === 0
        ? { parts: [{ text: 'Let me look.' }, { hold: first }, call('list_files', {})] }
        : say('Understood.'),
  );
  await connect(page, server);
  await startRun(page, { text: 'Go' });
  await expect(region(page, 'Conversation').getByText('Let me look.')).toBeVisible();

  for (const text of ['First of all', 'Second', 'Never mind']) {
    await write(page, text);
    await expect(items(page).last()).toContainText(text);
    await expect(composer(page)).toHaveValue('');
  }
  await items(page).nth(1).getByRole('button', { name: 'Move up' }).click();
  await expect(items(page).first()).toContainText('Second');
  await items(page).first().getByRole('button', { name: 'Edit' }).click();
  await items(page).first().getByLabel('Queued message').fill('Second, but good');
  await page.keyboard.press('Enter');
  await expect(items(page).first()).toContainText('Second, but good');
  await items(page).first().getByRole('button', { name: 'Edit' }).click();
  await items(page).first().getByLabel('Queued message').fill('Second, but better');
  await items(page).first().getByRole('button', { name: 'Save' }).click();
  await expect(items(page).first()).toContainText('Second, but better');
  await items(page).last().getByRole('button', { name: 'Remove' }).click();
  await expect(items(page)).toHaveCount(2);

  // Another window sees the same.
  const other = await context.newPage();
  await other.goto(page.url().replace(/#.*/, ''));
  await other.evaluate((hash) => {
    window.location.hash = hash;
  }, new URL(page.url()).hash);
  await expect(items(other)).toHaveCount(2);
  await other.close();
  expect(host.pid).toBeGreaterThan(0);

  first.release();
  await expect(region(page, 'Conversation').getByText('Understood.')).toBeVisible();
  await expect(queue(page)).toBeHidden();
  expect(said(server.requests[1]?.body.messages)).toEqual(['"Go"', '"Second, but better"', '"First of all"']);
});

test('what a stopped run has not read stays, and is sent by the person alone', async ({ page, serve }) => {
  const never: Hold = hold();
  const server = await serve(
    (_, number): ServerReply =>
      number === 0 ? { parts: [{ text: 'Let me look.' }, { hold: never }] } : say(`Answer ${number}.`),
  );
  await connect(page, server);
  await startRun(page, { text: 'Go' });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('Let me look.')).toBeVisible();
  await write(page, 'Keep this');
  await expect(items(page)).toHaveCount(1);
  await write(page, 'Rather this', 'Control+Enter');
  await expect(conversation.getByText('Answer 1.')).toBeVisible();
  await expect(items(page)).toContainText('Not sent');
  await page.reload();
  await items(page).getByRole('button', { name: 'Send now' }).click();
  await expect(conversation.getByText('Answer 2.')).toBeVisible();
  await expect(queue(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  expect(said(server.requests[2]?.body.messages)).toEqual(['"Go"', '"Rather this"', '"Keep this"']);
});

const twice: ServerReply = {
  parts: [
    { text: 'Two commands.' },
    call('run_command', { command: 'echo one' }, 'c1'),
    call('run_command', { command: 'echo two' }, 'c2'),
  ],
};

test('approvals outlive a kill: what was decided stays, the rest is decided then, and nothing runs twice', async ({
  page,
  home,
  host,
  folder,
  serve,
}) => {
  const server = await serve((_, number): ServerReply => (number === 0 ? twice : say('Both done.')));
  await connect(page, server);
  await startRun(page, { text: 'Go', folder });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(2);
  await conversation.getByRole('button', { name: 'Reject', exact: true }).first().click();
  await expect(conversation.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(1);
  const hash = new URL(page.url()).hash;
  await host.kill();

  const again = await startWebHost(home, host.port);
  try {
    await page.goto(again.url);
    const overview = region(page, 'Overview');
    await expect(overview.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(1);
    await page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    await conversation.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(conversation.getByText('Both done.')).toBeVisible();
    const results = server.requests[1]?.body.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map(({ content }) => String(content))).toEqual([
      expect.stringContaining('declined'),
      expect.stringContaining('two'),
    ]);
    expect(server.requests).toHaveLength(2);
  } finally {
    await again.stop();
  }
});

test('all that waits is decided at once, by keys too, or declined by a message', async ({ page, folder, serve }) => {
  const server = await serve(({ messages }): ServerReply => (messages.at(-1)?.role === 'user' ? twice : say('Done.')));
  await connect(page, server);
  await startRun(page, { text: 'Go', folder });
  const conversation = region(page, 'Conversation');
  await conversation.getByRole('button', { name: 'Approve all' }).press('Enter');
  await expect(conversation.getByText('Done.')).toBeVisible();
  await write(page, 'Again');
  await expect(conversation.getByRole('button', { name: 'Approve all' })).toBeVisible();
  await expect(page.getByText(/declines what waits/)).toBeVisible();
  const composer = page.getByRole('form', { name: 'Composer' });
  await expect(composer.getByPlaceholder('Tell the agent what to do instead')).toBeVisible();
  await expect(composer.getByRole('button', { name: 'Send' })).toBeVisible();
  // The model calls twice again after this message, so that it is declined as well by the next.
  await write(page, 'No, leave it');
  await expect.poll(() => server.requests.length).toBe(4);
  const declined = server.requests[3]?.body.messages.slice(-3) ?? [];
  expect(declined.map(({ content }) => JSON.stringify(content))).toEqual([
    expect.stringContaining('sent a message instead'),
    expect.stringContaining('sent a message instead'),
    '"No, leave it"',
  ]);
});

test('calls that nobody decides about are decided as the agent says, in sight', async ({ page, folder, serve }) => {
  const server = await serve((_, number): ServerReply => (number === 0 ? twice : say('Went on.')));
  await connect(page, server);
  const [agent] = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  const overrides = {
    model: 'test/mock',
    approvals: { run_command: 'ask' },
    approvalLimit: { minutes: 0.05, decision: 'rejected' },
  };
  const run = { agentId: agent?.id, text: 'Go', workspace: folder, overrides };
  const { threadId } = (await ask(page, 'run.start', run)) as { threadId: string };
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText(/Declines by itself in \ds/).first()).toBeVisible();
  await expect(conversation.getByText('Went on.')).toBeVisible();
});

test('a run whose model address is gone after a restart says what to do, and goes on from there', async ({
  page,
  home,
  host,
  folder,
  serve,
}) => {
  const server = await serve(({ messages }): ServerReply => (messages.length <= 2 ? twice : say('Went on.')));
  await connect(page, server);
  await startRun(page, { text: 'Go', folder });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(2);
  const [address] = (await ask(page, 'models.addresses', {})) as readonly { id: string }[];
  await ask(page, 'models.delete', { id: address?.id });
  const { hash } = new URL(page.url());
  await host.kill();

  const again = await startWebHost(home, host.port);
  try {
    await page.goto(again.url);
    await page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    const end = conversation.getByRole('group', { name: 'Error' });
    await expect(end).toContainText('could not go on');
    await expect(end).toContainText('Then press Continue');
    await connect(page, server);
    await end.getByRole('button', { name: 'Continue' }).click();
    await expect(conversation.getByText('Went on.')).toBeVisible();
  } finally {
    await again.stop();
  }
});
