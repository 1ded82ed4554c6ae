import { AxeBuilder } from '@axe-core/playwright';
import { ask, connect, expect, region, saveAgent, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

function plan(content: string): object {
  return { todos: [{ id: 'a', content, status: 'in_progress' }] };
}

test('an agent gives tasks to two others at once, which show where they were asked', async ({
  page,
  folder,
  serve,
}) => {
  const reading = hold();
  const server = await serve(({ messages }) => {
    const text = JSON.stringify(messages);
    const answered = messages.some(({ role, tool_call_id: id }) => role === 'tool' && id !== 'call_write_todos');
    if (text.includes('You lead.')) {
      if (answered) return say('Both are done.');
      if (messages.at(-1)?.role === 'user') return { parts: [call('write_todos', plan('Share it out'))] };
      const tasks = [
        call('ask_reader', { task: 'Read the notes' }, 'first'),
        call('ask_writer', { task: 'Write it down' }, 'second'),
      ];
      return { parts: [{ text: 'I share this out.' }, ...tasks] };
    }
    if (text.includes('Read the notes')) {
      return messages.at(-1)?.role === 'user'
        ? { parts: [call('write_todos', plan('Read all of it'))] }
        : { parts: [{ hold: reading }, { text: 'I have read it.' }] };
    }
    return answered ? say('It is written.') : { parts: [call('run_command', { command: 'echo written' })] };
  });
  await connect(page, server);
  await saveAgent(page, { name: 'Reader' });
  await saveAgent(page, { name: 'Writer' });

  // The person chooses them in the dialog.
  await page.evaluate(() => {
    window.location.hash = '#/settings/agents';
  });
  await page.getByRole('button', { name: 'Create an agent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Lead');
  await dialog.getByLabel('Instructions').fill('You lead.');
  const choice = dialog.getByRole('group', { name: 'May give tasks to' });
  await choice.getByRole('checkbox', { name: 'Reader' }).click();
  await choice.getByRole('checkbox', { name: 'Writer' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const agents = (await ask(page, 'agents.list', {})) as readonly { id: string; name: string }[];
  const agentId = agents.find(({ name }) => name === 'Lead')?.id;

  const started = await ask(page, 'run.start', {
    agentId,
    text: 'Read and write',
    workspace: folder,
    overrides: { model: 'test/mock' },
  });
  const { threadId } = started as { threadId: string };
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  const conversation = region(page, 'Conversation');
  const reader = conversation.getByRole('group', { name: 'Sub-agent Reader' });
  const writer = conversation.getByRole('group', { name: 'Sub-agent Writer' });
  await reading.reached;
  await expect(reader.getByText('Working')).toBeVisible();
  await expect(writer.getByText('Waiting for approval')).toBeVisible();

  // What a sub-agent asks counts for the thread that it works for, and is decided there.
  await expect(region(page, 'Thread').getByRole('status')).toContainText('Waiting for approval');
  await expect(writer.getByText('Asked by')).toBeVisible();
  await writer.getByRole('button', { name: 'Approve' }).click();
  await expect(writer.getByText('Finished')).toBeVisible();
  await expect(reader.getByText('Working')).toBeVisible();

  // Its work opens in its place, and goes on there; the plan of the one that asked stays beside it.
  await reader.getByRole('button', { name: 'Work of Reader' }).press('Enter');
  const work = reader.getByRole('log', { name: 'Work of Reader' });
  await expect(work.getByText('Read the notes')).toBeVisible();
  await expect(reader.getByRole('list', { name: 'Plan' }).first()).toContainText('Read all of it');
  await expect(region(page, 'Todos').getByRole('listitem')).toContainText(['Share it out']);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  // There and back; the list has the one thread.
  const rows = region(page, 'Threads')
    .getByRole('listitem')
    .filter({ hasText: /Lead|Reader|Writer/ });
  await expect(rows).toHaveCount(1);
  await reader.getByRole('link', { name: 'Reader' }).click();
  await expect(conversation.getByText('Task from another agent')).toBeVisible();
  await expect(region(page, 'Todos').getByRole('link', { name: 'Plan of “Read and write”, 0 of 1' })).toContainText(
    'Share it out',
  );
  await expect(conversation.getByText('Read the notes')).toBeVisible();
  reading.release();
  await expect(conversation.getByText('I have read it.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to “Read and write”' }).click();
  await expect(conversation.getByText('Both are done.')).toBeVisible();
  await expect(reader.getByText('Finished')).toBeVisible();

  // They go with it.
  await ask(page, 'thread.delete', { threadId });
  await expect(rows).toHaveCount(0);
});

test('a run that was handed over goes on, when it is continued, with the agent that had it last', async ({
  page,
  serve,
}) => {
  let fails = true;
  const server = await serve(({ messages }) => {
    const text = JSON.stringify(messages);
    if (text.includes('You are the first.')) return { parts: [call('transfer_to_second', {})] };
    if (!fails) return say('The second is done.');
    fails = false;
    return { status: 400, body: { error: { message: 'No such luck' } } };
  });
  await connect(page, server);
  const second = await saveAgent(page, { name: 'Second', instructions: 'You come after.' });
  const agentId = await saveAgent(page, { name: 'First', instructions: 'You are the first.', handoffs: [second] });
  const started = await ask(page, 'run.start', { agentId, text: 'Go' });
  await page.evaluate(
    (id) => {
      window.location.hash = `#/thread/${id}`;
    },
    (started as { threadId: string }).threadId,
  );
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('First handed over to Second')).toBeVisible();
  await expect(conversation.getByText('No such luck')).toBeVisible();
  await conversation.getByRole('button', { name: 'Continue' }).click();
  await expect(conversation.getByText('The second is done.')).toBeVisible();
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('You come after.');
});
