import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { ask, expect, region, test as base } from './support/fixtures.ts';
import { startWebHost } from './support/web-host.ts';

/** A Runlight that has a window of its own and the home of this test, as Electron would: the web host finds it there. */
const test = base.extend<{ readonly other: { readonly kill: () => Promise<void> } }>({
  other: async ({ home }, use) => {
    const program = resolve(import.meta.dirname, '../src/main/connect/testing/engine-holder.ts');
    const child = spawn(process.execPath, [program, home], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL');
      await exited;
    };
    await use({ kill });
    await kill();
  },
  host: async ({ other, home }, use) => {
    // Named for its place in the order: it has the home before this one comes.
    expect(other).toBeDefined();
    const host = await startWebHost(home);
    await use(host);
    await host.stop();
  },
});

test('a browser joins the Runlight that runs, and takes over when that is killed', async ({ page, other, home }) => {
  // Both show the same: this went through the engine of the other.
  await ask(page, 'models.save', { name: 'Kept', baseUrl: 'http://127.0.0.1:1', models: ['m'] });
  await other.kill();
  await page.getByRole('button', { name: 'Run the demo' }).click();
  await expect(region(page, 'Todos').getByText('1 of 6')).toBeVisible();
  expect(await ask(page, 'models.addresses', {})).toMatchObject([{ name: 'Kept' }]);
  expect(await ask(page, 'app.info', {})).toMatchObject({ host: 'web', home });
});
