import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, region, test as base } from './support/fixtures.ts';
import { startWebHost } from './support/web-host.ts';

const ROOT = resolve(import.meta.dirname, '..');

type Program = { readonly child: ChildProcess; readonly output: () => string; readonly ended: Promise<unknown> };

/** Starts a program of the person on the test's home; it ends with the test. */
const test = base.extend<{ readonly run: (...args: readonly string[]) => Program; readonly code: string }>({
  run: async ({ home }, use) => {
    const programs: Program[] = [];
    await use((...args) => {
      const child = spawn(process.execPath, [...args], { env: { ...process.env, RUNLIGHT_HOME: home } });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data: Buffer) => (output += data.toString()));
      const program = { child, output: () => output, ended: once(child, 'close') };
      programs.push(program);
      return program;
    });
    for (const { child, ended } of programs) {
      child.kill();
      await ended;
    }
  },
  // A copy of the examples, in a folder from which `runlight` is found as a dependency would be.
  code: async ({ folder }, use) => {
    const code = join(folder, 'code');
    await mkdir(join(code, 'node_modules'), { recursive: true });
    await cp(join(ROOT, 'examples'), code, { recursive: true });
    await symlink(ROOT, join(code, 'node_modules', 'runlight'), 'junction');
    await symlink(join(ROOT, 'node_modules', 'zod'), join(code, 'node_modules', 'zod'), 'junction');
    await use(code);
  },
});

const CLI = join(ROOT, 'bin/runlight.mjs');
const status = (page: Page) => region(page, 'Thread').locator('[data-status]').first();

async function chooseAgent(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name }).click();
}

test('agents in code are in New run, run, and follow every save', async ({ page, code, run }) => {
  const file = join(code, 'agents.ts');
  const dev = run(CLI, 'dev', file);
  await page.keyboard.press('Alt+n');
  await chooseAgent(page, 'Word counter from agents.ts');
  await expect(page.getByText(`From code: ${file}`)).toBeVisible();
  await page.getByLabel('What should the agent do?').fill('Count the words');
  await page.keyboard.press('Enter');
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('That saying has 7 words.')).toBeVisible();
  await expect(region(page, 'Todos').getByText('1 of 1')).toBeVisible();

  // A mistake is shown where it is, in the window and in the terminal, and changes nothing else.
  const text = await readFile(file, 'utf8');
  await page.keyboard.press('Alt+n');
  await writeFile(file, text.replace('const { MODEL_URL', 'const { MODEL_URL: : '));
  const line = text.slice(0, text.indexOf('const { MODEL_URL')).split('\n').length;
  const note = page.getByRole('alert').filter({ hasText: `agents.ts:${line}:` });
  await expect(note).toContainText(`> ${line} | const { MODEL_URL: :`);
  await expect(note).toContainText('new runs go on with the version before');
  await expect.poll(dev.output).toContain(`agents.ts:${line}:`);

  // Once it is mended, new runs get the new code.
  await writeFile(file, text.replaceAll('Word counter', 'Word teller').replace('That saying has', 'Now it has'));
  await expect(note).toBeHidden();
  await chooseAgent(page, 'Word teller from agents.ts');
  await page.getByLabel('What should the agent do?').fill('Again');
  await page.keyboard.press('Enter');
  await expect(conversation.getByText('Now it has 7 words.')).toBeVisible();

  // Without the code, the thread says what is missing.
  dev.child.kill();
  await dev.ended;
  await expect(page.getByText('The code of Word teller is not loaded.')).toBeVisible();
});

test('runs of a program show live, and are stopped from here', async ({ page, code, run }) => {
  const file = join(code, 'slow.ts');
  // As it is, it may be over before a busy machine has shown it.
  await writeFile(file, (await readFile(join(code, 'program.ts'), 'utf8')).replace('sleep(700,', 'sleep(60_000,'));
  const program = run(file);
  const threads = region(page, 'Threads');
  const row = threads.getByRole('link', { name: /How is the weather/ });
  await row.click();
  await expect(row.getByLabel('From a program')).toBeVisible();
  await expect(status(page)).toHaveAttribute('data-status', 'running');
  await expect(region(page, 'Todos').getByText(/of 3/)).toBeVisible();
  await expect(region(page, 'Conversation').getByText('Now Lisbon.')).toBeVisible();
  await region(page, 'Thread').getByRole('button', { name: 'Stop' }).click();
  await expect(status(page)).toHaveAttribute('data-status', 'stopped');
  await program.ended;
  expect(program.output()).toContain('stopped:');
  // Only its program goes on with it.
  await expect(page.getByText('The runs of this thread are made by a program of yours')).toBeVisible();
  await expect(region(page, 'Conversation').getByRole('button', { name: 'Continue' })).toBeHidden();
});

test('a program needs no window, and what it did is there when one opens', async ({ page, home, host, code, run }) => {
  const file = join(code, 'patient.ts');
  const text = await readFile(join(code, 'program.ts'), 'utf8');
  await host.stop();
  // As it is, it ends as soon as its run has; this one waits for somebody to look.
  await writeFile(
    file,
    text.replace(
      'await cogitator.close()',
      'await new Promise((resolve) => process.stdin.on("end", resolve).resume())',
    ),
  );
  const quick = run(join(code, 'program.ts'));
  const patient = run(file);
  await quick.ended;
  expect(quick.output()).toContain('finished: I have looked up all three cities');
  await expect.poll(patient.output).toContain('finished: I have looked up all three cities');
  const again = await startWebHost(home, host.port);
  try {
    // Of the one that waited, and of the one that had ended before.
    const threads = region(page, 'Threads').getByRole('link', { name: /How is the weather/ });
    await expect(threads).toHaveCount(2);
    for (const thread of await threads.all()) {
      await thread.click();
      await expect(region(page, 'Todos').getByText('3 of 3')).toBeVisible();
      await expect(region(page, 'Conversation').getByText('I have looked up all three cities')).toBeVisible();
    }
  } finally {
    await again.stop();
  }
});

test('without a running Runlight, `runlight dev` starts one; a second start finds it', async ({ code, home, run }) => {
  const dev = run(CLI, 'dev', join(code, 'agents.ts'), '--port', '0');
  await expect.poll(dev.output).toContain('Runlight is at http://127.0.0.1:');
  await expect.poll(dev.output).toContain('Loaded “Word counter”');
  const second = run(CLI, 'serve', '--home', home);
  await second.ended;
  expect(second.output()).toContain('Runlight is running already.');
  dev.child.kill('SIGINT');
  await dev.ended;
});
