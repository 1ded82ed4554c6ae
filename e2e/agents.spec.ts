import { ask, connect, expect, region, test } from './support/fixtures.ts';
import { call, say } from './support/model-server.ts';

const run = (command: string, id: string) => call('run_command', { command }, id);

test('an agent is made, runs by its rules, and remembers what it was allowed', async ({ page, folder, serve }) => {
  const server = await serve([
    { parts: [run('echo ruled', 'a')] },
    { parts: [run('echo asked', 'b')] },
    { parts: [run('echo asked', 'c')] },
    { parts: [run('git push', 'd')] },
    say('All done.'),
    { parts: [run('echo asked', 'e')] },
    say('Again.'),
  ]);
  await connect(page, server);
  await page.evaluate(() => {
    window.location.hash = '#/settings/agents';
  });
  await page.getByRole('button', { name: 'Create an agent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Careful');
  await dialog.getByLabel('Rules for commands').fill('always echo ruled\nsometimes git');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/Line 2: write always, ask or never/)).toBeVisible();
  await dialog.getByLabel('Rules for commands').fill('always echo ruled\nnever git *');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const agents = (await ask(page, 'agents.list', {})) as readonly { id: string; name: string }[];
  const agentId = agents.find(({ name }) => name === 'Careful')?.id;
  const start = (text: string) =>
    ask(page, 'run.start', { agentId, text, workspace: folder, overrides: { model: 'test/mock' } });
  const { threadId } = (await start('Go')) as { threadId: string };
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('echo asked').first()).toBeVisible();
  await conversation.getByRole('button', { name: 'Always allow' }).click();
  await page.getByRole('menuitem', { name: 'This command, for this agent' }).click();
  await expect(conversation.getByText('All done.')).toBeVisible();
  await expect(conversation.getByText('echo asked')).toHaveCount(2);
  const sent = JSON.stringify(server.requests.at(4)?.body.messages);
  expect(sent).toContain('This agent may not run this command');

  // In another thread the agent still may.
  const other = (await start('Once more')) as { threadId: string };
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, other.threadId);
  await expect(conversation.getByText('Again.')).toBeVisible();
  await page.evaluate(() => {
    window.location.hash = '#/settings/agents';
  });
  await page.getByRole('button', { name: 'Actions for Careful' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  await expect(page.getByRole('dialog').getByText('command rules')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('dialog', { name: 'Careful, version 1' }).getByLabel('Rules for commands')).toHaveValue(
    'always echo ruled\nnever git *',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Careful' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const restored = (await ask(page, 'agents.list', {})) as readonly {
    name: string;
    version: number;
    commandRules: object[];
  }[];
  expect(restored.find(({ name }) => name === 'Careful')).toMatchObject({ version: 3, commandRules: [{}, {}] });
});

test('a refused save is told in sight, and a run is started from the list of agents', async ({ page }) => {
  await page.evaluate(() => {
    window.location.hash = '#/settings/agents';
  });
  await page.getByRole('button', { name: 'Create an agent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Formal');
  await dialog.getByLabel('Form of the answer').fill('{"type": "wat"}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toBeInViewport();
  await dialog.getByLabel('Form of the answer').fill('{"type": "object"}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  for (const name of ['Formal', 'Coder']) {
    await page.evaluate(() => {
      window.location.hash = '#/settings/agents';
    });
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'New run' }).click();
    await expect(region(page, 'New run').getByRole('combobox', { name: 'Agent' })).toHaveText(name);
  }
  await region(page, 'New run').getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: 'Formal' }).click();
  await expect(region(page, 'New run').getByRole('combobox', { name: 'Agent' })).toHaveText('Formal');
});

test('an edit is shown before it is approved, a limit ends a run, an answer has its form', async ({
  page,
  folder,
  serve,
}) => {
  const server = await serve([
    { parts: [call('write_file', { path: 'a.txt', content: 'one\n' })] },
    { parts: [call('list_files', {})] },
    say('in words'),
    say('{"ok": true}'),
  ]);
  await connect(page, server);
  const settings = {
    name: 'Limited',
    model: 'test/mock',
    instructions: '',
    reasoning: 'default',
    tools: ['write_file', 'list_files'],
    approvals: { write_file: 'ask' },
    commandRules: [],
    todos: false,
    limits: { steps: 2 },
    handoffs: [],
  };
  const { id } = (await ask(page, 'agents.save', settings)) as { id: string };
  const { threadId } = (await ask(page, 'run.start', { agentId: id, text: 'Go', workspace: folder })) as {
    threadId: string;
  };
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/thread/${threadId}`);
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByRole('group', { name: 'Changed lines' })).toHaveText(/one/);
  await conversation.getByRole('button', { name: 'Approve' }).click();
  await expect(conversation.getByText('Reached the limit of 2 steps')).toBeVisible();

  const answer = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  await ask(page, 'agents.save', { ...settings, id, limits: { steps: 9 }, answer });
  await conversation.getByRole('button', { name: 'Continue' }).click();
  await expect(conversation.getByText('Asked for the answer in its form')).toBeVisible();
  await expect(conversation.getByRole('group', { name: 'Code, json' })).toHaveText(/"ok": true/);
  await expect(region(page, 'Thread').locator('[data-status]').first()).toHaveAttribute('data-status', 'finished');
});
