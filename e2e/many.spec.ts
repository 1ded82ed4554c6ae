import type { Page } from 'playwright/test';
import { ask, connect, expect, region, test } from './support/fixtures.ts';
import { call, hold, say, type Hold, type ServerReply } from './support/model-server.ts';

type Names = 'one' | 'two' | 'three' | 'four';

/** Starts a run of this name, whose thread has it as its title. */
async function begin(page: Page, name: Names): Promise<string> {
  const [agent] = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  const overrides = { model: 'test/mock' };
  const started = await ask(page, 'run.start', { agentId: agent?.id, text: name, overrides });
  return (started as { threadId: string }).threadId;
}

const row = (page: Page, name: Names) =>
  region(page, 'Threads')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

async function expectStatus(page: Page, name: Names, status: string): Promise<void> {
  await expect(row(page, name).locator('[data-status]').first()).toHaveAttribute('data-status', status);
}

async function choose(page: Page, name: Names, entry: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

test('four runs under a cap of two: a queue in sight, stop, start now, pause, resume, stop all', async ({
  page,
  serve,
}) => {
  const holds: Record<Names, Hold> = { one: hold(), two: hold(), three: hold(), four: hold() };
  const server = await serve(({ messages }): ServerReply => {
    const said = JSON.stringify(messages.filter(({ role }) => role === 'user'));
    const name = (['one', 'two', 'three', 'four'] as const).find((one) => said.includes(one));
    if (name === undefined) return say('?');
    if (messages.some(({ role }) => role === 'tool')) return say(`The end of ${name}`);
    const todos = [{ id: 'a', content: 'Plan', status: 'in_progress' }];
    return { parts: [{ text: `Words of ${name}` }, { hold: holds[name] }, call('write_todos', { todos })] };
  });
  await connect(page, server);

  await page.evaluate(() => {
    window.location.hash = '#/settings/runs';
  });
  const most = page.getByLabel('Runs at once');
  await most.fill('0');
  await expect(page.getByText('Enter 1 or more')).toBeVisible();
  await most.fill('2');
  await most.press('Enter');
  await expect.poll(async () => ask(page, 'settings.get', {})).toMatchObject({ maxRuns: 2 });

  const first = await begin(page, 'one');
  for (const name of ['two', 'three', 'four'] as const) await begin(page, name);
  await expect(row(page, 'three')).toContainText('Queued, 1st');
  await expect(row(page, 'four')).toContainText('Queued, 2nd');
  const runs = region(page, 'Runs now');
  await expect(runs).toContainText('2 running, 2 queued');

  await choose(page, 'four', 'Move to the front of the queue');
  await expect(row(page, 'four')).toContainText('Queued, 1st');
  await choose(page, 'three', 'Stop');
  await expectStatus(page, 'three', 'stopped');
  await row(page, 'four').getByRole('link').click();
  const thread = region(page, 'Thread');
  const conversation = region(page, 'Conversation');
  await expect(thread.getByText('Queued, 1st')).toBeVisible();
  await expect(conversation.getByText(/^Queued: it starts by itself/)).toBeVisible();
  await thread.getByRole('button', { name: 'Start now' }).click();
  await expect(conversation.getByText('Words of four')).toBeVisible();
  await expect(runs).toContainText('3 running');

  // A pause lets the answer finish, and holds its call back.
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, first);
  await expect(conversation.getByText('Words of one')).toBeVisible();
  await thread.getByRole('button', { name: 'Pause' }).click();
  await expect(thread.getByText('Pausing…')).toBeVisible();
  holds.one.release();
  await expect(thread.getByText('Paused', { exact: true })).toBeVisible();
  await expect(conversation.getByText(/^Paused: it goes on/)).toBeVisible();
  await expect(region(page, 'Todos').getByRole('listitem')).toHaveCount(0);
  await expect(runs).toContainText('2 running, 1 paused');
  await page.reload();
  await expect(thread.getByText('Paused', { exact: true })).toBeVisible();
  await thread.getByRole('button', { name: 'Resume' }).click();
  // Three had places where two may, so that it waits for one.
  await expect(thread.getByText('Queued, 1st')).toBeVisible();
  holds.two.release();
  await expect(conversation.getByText('The end of one')).toBeVisible();
  await expectStatus(page, 'two', 'finished');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(region(page, 'Timeline').locator('[data-span=pause]')).toHaveCount(1);
  await expect(region(page, 'Timeline').locator('[data-span=queue]')).toHaveCount(1);

  await begin(page, 'three');
  await expect(runs).toContainText('2 running');
  await runs.getByRole('button', { name: 'Stop all' }).click();
  await expect(runs).toBeHidden();
  await expectStatus(page, 'four', 'stopped');
  expect(server.open()).toBe(0);
});
