import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test, watch } from './support/fixtures.ts';
import { call, hold, say, type ServerReply } from './support/model-server.ts';
import { startWebHost } from './support/web-host.ts';

const plan = (...statuses: readonly string[]): ServerReply => ({
  parts: [
    call('write_todos', {
      todos: statuses.map((status, n) => ({ id: `step-${n + 1}`, content: `Step ${n + 1}`, status })),
    }),
  ],
});
const status = (page: Page) => region(page, 'Thread').locator('[data-status]').first();

test('an agent on a real address changes files, asks before it runs a command, and keeps its plan', async ({
  page,
  folder,
  serve,
}) => {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'notes.txt'), 'one\ntwo\n');
  const server = await serve([
    plan('in_progress', 'pending'),
    { parts: [{ text: 'I edit.' }, call('edit_file', { path: 'notes.txt', old_text: 'two', new_text: 'three' })] },
    { parts: [call('run_command', { command: 'cat notes.txt > copy.txt && echo copied' })] },
    plan('completed', 'completed'),
    say('Both files are **there**.'),
  ]);
  await connect(page, server);

  await page.keyboard.press('Alt+n');
  await page.getByLabel('Folder').fill(project);
  await page.getByLabel('Model').fill('test/mock');
  await page.getByLabel('What should the agent do?').fill('Change the notes');
  await page.keyboard.press('Enter');

  const conversation = region(page, 'Conversation');
  await conversation.getByRole('button', { name: 'Approve' }).click();
  await expect(conversation.getByText('Both files are there.')).toBeVisible();
  await expect(region(page, 'Todos').getByText('2 of 2')).toBeVisible();
  expect(await readFile(join(project, 'copy.txt'), 'utf8')).toBe('one\nthree\n');
  const last = server.requests.at(-1)?.body.messages ?? [];
  expect(last.map(({ role }) => role).filter((role) => role === 'tool')).toHaveLength(4);
  expect(last.at(-1)?.content).toBe('Todo list (2 of 2 completed):\n[x] step-1: Step 1\n[x] step-2: Step 2');
});

test('a declined command is not run, and the model reads why', async ({ page, folder, serve }) => {
  const server = await serve([{ parts: [call('run_command', { command: 'touch made.txt' })] }, say('Fine.')]);
  await connect(page, server);
  await startRun(page, { text: 'Go', folder });
  const conversation = region(page, 'Conversation');
  await conversation.getByLabel(/^Reason/).fill('Not today');
  await conversation.getByRole('button', { name: 'Reject' }).click();
  await expect(conversation.getByText('Fine.')).toBeVisible();
  expect(server.requests.at(-1)?.body.messages.at(-1)?.content).toContain('They said: Not today');
  await expect(readFile(join(folder, 'made.txt'))).rejects.toThrow('ENOENT');
});

test('a reload in mid-run shows the same state, the text in the making too, and goes on live', async ({
  page,
  serve,
}) => {
  const pause = hold();
  const server = await serve([
    plan('in_progress', 'pending'),
    { parts: [{ text: 'The first half, ' }, { hold: pause }, { text: 'and the second.' }] },
  ]);
  await connect(page, server);
  await startRun(page, { text: 'Tell me' });
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('The first half,')).toBeVisible();
  await page.reload();
  await expect(conversation.getByText('The first half,')).toBeVisible();
  await expect(region(page, 'Todos').getByText('0 of 2')).toBeVisible();
  await expect(status(page)).toHaveAttribute('data-status', 'running');
  pause.release();
  await expect(conversation.getByText('The first half, and the second.')).toBeVisible();
  await expect(status(page)).toHaveAttribute('data-status', 'finished');
});

test('a stop while a command runs leaves no process behind', async ({ page, folder, serve }) => {
  // A child, one that leaves the session, and one that minds no polite signal; told by a number that nothing else has.
  const seconds = `3${process.pid}`;
  const command = `sleep ${seconds} & setsid sleep ${seconds} & echo started; trap '' TERM; sleep ${seconds}`;
  const server = await serve([{ parts: [call('run_command', { command })] }]);
  await connect(page, server);
  await startRun(page, { text: 'Wait', folder, allow: true });
  await expect(region(page, 'Conversation').getByText('started', { exact: true })).toBeVisible();
  expect(await sleeping(seconds)).not.toEqual([]);
  await region(page, 'Thread').getByRole('button', { name: 'Stop' }).click();
  await expect(status(page)).toHaveAttribute('data-status', 'stopped');
  expect(await sleeping(seconds)).toEqual([]);
});

async function sleeping(seconds: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line === `sleep ${seconds}`);
}

test('after a kill in mid-run nothing committed is lost, the run is interrupted, and Continue goes on', async ({
  page,
  home,
  host,
  serve,
}) => {
  const pause = hold();
  // Longer than a checkpoint waits for.
  const long = 'All work and no play. '.repeat(1000);
  const server = await serve([
    plan('in_progress', 'pending'),
    { parts: [{ text: long }, { hold: pause }] },
    plan('completed', 'completed'),
    say('Now it is done.'),
  ]);
  await connect(page, server);
  await startRun(page, { text: 'Begin' });
  const conversation = region(page, 'Conversation');
  await pause.reached;
  await expect(conversation.getByText('All work and no play.').first()).toBeVisible();
  await host.kill();
  await expect(page.getByText(/Reconnecting/)).toBeVisible();
  const again = await startWebHost(home, host.port);
  try {
    await expect(status(page)).toHaveAttribute('data-status', 'interrupted');
    await expect(page.getByText(/Reconnecting/)).toBeHidden();
    await expect(region(page, 'Todos').getByText('0 of 2')).toBeVisible();
    await expect(conversation.getByText('All work and no play.').first()).toBeVisible();
    await conversation.getByRole('button', { name: 'Continue' }).click();
    await expect(conversation.getByText('Now it is done.')).toBeVisible();
    await expect(region(page, 'Todos').getByText('2 of 2')).toBeVisible();
    // The model was given back what it had said, and asked to go on.
    const messages = server.requests.at(2)?.body.messages ?? [];
    expect(String(messages.at(-2)?.content)).toContain('All work and no play.');
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: 'Continue from where you stopped.' });
  } finally {
    await again.stop();
  }
});

test('two windows stay in step', async ({ page, context, serve }) => {
  const pauses = [hold(), hold(), hold()] as const;
  const server = await serve([
    { parts: [...held(plan('in_progress', 'pending'), pauses[0])] },
    {
      parts: [
        { text: 'Half ' },
        { hold: pauses[1] },
        { text: 'whole ' },
        ...held(plan('completed', 'in_progress'), pauses[2]),
      ],
    },
    say('Done.'),
  ]);
  await connect(page, server);
  await startRun(page, { text: 'Go' });
  const other = await context.newPage();
  const problems = watch(other);
  await other.goto(page.url());
  const both = [page, other] as const;
  pauses[0].release();
  for (const window of both) await expect(region(window, 'Todos').getByText('0 of 2')).toBeVisible();
  for (const window of both) await expect(region(window, 'Conversation').getByText('Half')).toBeVisible();
  pauses[1].release();
  for (const window of both) await expect(region(window, 'Conversation').getByText('Half whole')).toBeVisible();
  pauses[2].release();
  for (const window of both) {
    await expect(region(window, 'Todos').getByText('1 of 2')).toBeVisible();
    await expect(status(window)).toHaveAttribute('data-status', 'finished');
  }
  const texts = await Promise.all(both.map((window) => region(window, 'Conversation').innerText()));
  expect(texts[0]).toBe(texts[1]);
  await ask(page, 'threads.list', { limit: 10 });
  await other.close();
  expect(problems).toEqual([]);
});

function held(reply: ServerReply, pause: ReturnType<typeof hold>) {
  return 'parts' in reply ? [{ hold: pause }, ...reply.parts] : [];
}
