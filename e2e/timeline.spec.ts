import { AxeBuilder } from '@axe-core/playwright';
import { ask, connect, expect, region, saveAgent, startRun, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

test('the timeline shows what sub-agents did below the calls that asked them, live, with approvals and plans', async ({
  page,
  folder,
  serve,
}) => {
  const writing = hold();
  const todos = (status: string) => ({ todos: [{ id: 'a', content: 'Share it out', status }] });
  const server = await serve(({ messages }) => {
    const text = JSON.stringify(messages);
    const answers = messages.filter(({ role }) => role === 'tool').length;
    if (text.includes('You lead.')) {
      if (answers === 0) return { parts: [call('write_todos', todos('in_progress'))] };
      return answers === 1 ? { parts: [call('ask_writer', { task: 'Write it down' })] } : say('It is done.');
    }
    if (answers === 0) return { parts: [call('run_command', { command: 'echo written' })] };
    return { parts: [{ hold: writing }, { text: 'It is written.' }] };
  });
  await connect(page, server);
  const writer = await saveAgent(page, { name: 'Writer', todos: false });
  const agentId = await saveAgent(page, { name: 'Lead', instructions: 'You lead.', subagents: [writer] });
  const { threadId } = (await ask(page, 'run.start', { agentId, text: 'Go', workspace: folder })) as {
    threadId: string;
  };
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const timeline = region(page, 'Timeline');
  const lane = timeline.getByRole('button', { name: /^Sub-agent Writer/ });
  await expect(lane).toBeVisible();
  // It waits for a decision, below the call that asked it.
  const approval = timeline.locator('[data-span=approval][data-status=active]');
  await expect(approval).toHaveCount(1);
  await expect(timeline.getByRole('list', { name: 'Plan changes' }).getByRole('button')).toHaveCount(1);
  await region(page, 'Conversation').getByRole('button', { name: 'Approve' }).first().click();
  await writing.reached;
  await expect(timeline.locator('[data-span=tool]').filter({ hasText: 'run_command' })).toHaveCount(1);
  await expect(timeline.locator('[data-span=approval][data-status=ok]')).toHaveCount(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await timeline.getByRole('button', { name: 'What Writer did' }).press('Enter');
  await expect(timeline.locator('[data-span=approval]')).toHaveCount(0);
  await timeline.getByRole('button', { name: 'What Writer did' }).press('Enter');
  writing.release();
  await expect(region(page, 'Conversation').getByText('It is done.')).toBeVisible();
  // Its steps lead to its own thread.
  await timeline.locator('[data-span=tool]').filter({ hasText: 'run_command' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Write it down');
});

test('a run of another branch is marked as such, and its branch is one press away', async ({ page, folder, serve }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await connect(page, await serve([say('One.'), say('Two.')]));
  await startRun(page, { text: 'Hello', folder });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('One.')).toBeVisible();
  await conversation.getByText('One.').hover();
  await conversation.getByRole('button', { name: 'Regenerate' }).click();
  await expect(conversation.getByText('Two.')).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const timeline = region(page, 'Timeline');
  await expect(timeline.getByRole('list', { name: 'Events' }).getByRole('button')).toHaveAccessibleName(
    'Branch 2 of 2 begins',
  );
  const run = timeline.getByRole('combobox', { name: 'Run' });
  await expect(run).toContainText('Run 2');
  await run.click();
  await page.getByRole('option', { name: /Run 1, on another branch/ }).click();
  await expect(timeline.getByText('This run ends on another branch.')).toBeVisible();
  await expect(timeline.getByRole('list', { name: 'Events' })).toHaveCount(0);
  await timeline.getByRole('button', { name: 'Show that branch' }).click();
  await expect(conversation.getByText('One.')).toBeVisible();
  await expect(timeline.getByText('This run ends on another branch.')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
});
