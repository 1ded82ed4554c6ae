import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, say, startModelServer, type ServerReply } from './support/model-server.ts';

/** Each failure is told in one sentence with what to do, and the thread goes on afterwards. */
async function goesOn(page: Page): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill('Try again');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Conversation').getByText('All is well.').last()).toBeVisible();
}

const refused = (status: number, error: object, headers = {}): ServerReply => ({ status, headers, body: { error } });

const cases: readonly {
  readonly name: string;
  readonly reply: ServerReply;
  readonly told: RegExp;
  readonly todo: RegExp;
}[] = [
  {
    name: 'a wrong key',
    reply: refused(401, { message: 'Incorrect API key provided', code: 'invalid_api_key' }),
    told: /key .*was refused/i,
    todo: /Settings/,
  },
  {
    name: 'an unknown model',
    reply: refused(404, { message: 'The model `mock` does not exist', code: 'model_not_found' }),
    told: /mock/,
    todo: /model/i,
  },
  {
    name: 'a context that is too long',
    reply: refused(400, {
      message: "This model's maximum context length is 8192 tokens",
      code: 'context_length_exceeded',
    }),
    told: /context|too long/i,
    todo: /shorter|new thread|less/i,
  },
  {
    name: 'a stream that is cut',
    reply: { parts: [{ text: 'I was just about to ' }, { cut: true }] },
    told: /broke|cut|ended/i,
    todo: /Continue|again/i,
  },
];

for (const { name, reply, told, todo } of cases) {
  test(`${name} is told in one sentence with what to do, and the thread goes on`, async ({ page, serve }) => {
    const server = await serve((_, number) => (number === 0 ? reply : say('All is well.')));
    await connect(page, server, 'some-key');
    await startRun(page, { text: 'Go' });
    const note = region(page, 'Conversation').getByRole('group', { name: 'Error' });
    await expect(note).toHaveText(told);
    await expect(note).toHaveText(todo);
    await expect(note.getByRole('button', { name: 'Continue' })).toBeVisible();
    await goesOn(page);
  });
}

test('a rate limit is waited for as long as the server asks, in sight', async ({ page, serve }) => {
  const server = await serve((_, number) =>
    number === 0 ? refused(429, { message: 'Slow down' }, { 'retry-after': '2' }) : say('All is well.'),
  );
  await connect(page, server);
  await startRun(page, { text: 'Go' });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText(/again in \d/i).first()).toBeVisible();
  await expect(conversation.getByText('All is well.')).toBeVisible();
  expect(server.requests).toHaveLength(2);
});

test('an address that nobody answers is told, and works once somebody does', async ({ page, serve }) => {
  const gone = await startModelServer({ script: [] });
  await gone.close();
  await connect(page, gone);
  await startRun(page, { text: 'Go' });
  const note = region(page, 'Conversation').getByRole('group', { name: 'Error' });
  await expect(note).toHaveText(/127\.0\.0\.1:\d+/);
  const server = await serve(() => say('All is well.'));
  const addresses = (await ask(page, 'models.addresses', {})) as readonly { id: string }[];
  await ask(page, 'models.save', {
    id: addresses[0]?.id,
    name: 'Test',
    baseUrl: server.url,
    models: [],
  });
  await goesOn(page);
});

test('arguments that are not JSON are an answer that the model reads', async ({ page, folder, serve }) => {
  const broken: ServerReply = {
    parts: [{ call: { id: 'c1', name: 'read_file', arguments: '{"path": "a' } }, { finish: 'tool_calls' }],
  };
  const server = await serve((_, number) => (number === 0 ? broken : say('All is well.')));
  await connect(page, server);
  await startRun(page, { text: 'Go', folder });
  await expect(region(page, 'Conversation').getByText('All is well.')).toBeVisible();
  expect(server.requests[1]?.body.messages.at(-1)?.content).toContain('not valid JSON');
});

test('an answer that goes round in circles is shown as it is, and the window goes on', async ({ page, serve }) => {
  const server = await serve((_, number) => say(number === 0 ? '['.repeat(20_000) : 'All is well.'));
  await connect(page, server);
  await startRun(page, { text: 'Go' });
  await expect(region(page, 'Conversation').getByText('[[[[').last()).toBeVisible();
  await goesOn(page);
});

test('a folder that goes away in mid-run ends the run with what to do', async ({ page, folder, serve }) => {
  const project = join(folder, 'project');
  await mkdir(project);
  const server = await serve((_, number) => (number === 0 ? { parts: [call('list_files', {})] } : say('All is well.')));
  await connect(page, server);
  await rm(project, { recursive: true });
  await expect(startRun(page, { text: 'Go', folder: project })).rejects.toThrow(/folder/);
  await mkdir(project);
  await startRun(page, { text: 'Go', folder: project });
  await expect(region(page, 'Conversation').getByText('All is well.')).toBeVisible();
  await rm(project, { recursive: true });
  await page.getByLabel('Message', { exact: true }).fill('Once more');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /folder/i })).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Once more');
  await mkdir(project);
  await goesOn(page);
});
