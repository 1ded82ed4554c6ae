import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import type { Answer, Bridge, RequestInput, RequestName } from '../src/shared/ipc/contract.ts';
import type { Result } from '../src/shared/lib/result.ts';
import { region } from './support/fixtures.ts';
import { electronKind, launchElectron, type LaunchedApp } from './support/launch-electron.ts';
import { call, hold, say, startModelServer, type Hold, type ModelServer } from './support/model-server.ts';

declare global {
  interface Window {
    readonly runlight?: Bridge;
  }
}

/** What the stand-in tells besides what Electron does; a test cannot see or click what a real desktop draws. */
type WithDesktop = {
  readonly desktop: {
    readonly notifications: readonly {
      title: string;
      body: string;
      actions: readonly string[];
      emit(event: string, details?: object): void;
    }[];
    readonly trays: readonly { toolTip: string; menu?: { items: readonly MenuItem[] } }[];
    readonly blockers: readonly number[];
  };
};
type MenuItem = { readonly label: string; readonly click?: () => void };

test.skip(electronKind() === 'electron', 'Nothing tells what a real desktop shows');

let home: string;
let app: LaunchedApp;
let page: Page;
let server: ModelServer;
let held: Hold;

test.beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'runlight-electron-many-'));
  held = hold();
  server = await startModelServer({
    models: ['mock'],
    script: ({ messages }) => {
      const said = JSON.stringify(messages.filter(({ role }) => role === 'user'));
      if (said.includes('Command')) return { parts: [call('run_command', { command: 'echo hi' })] };
      return said.includes('Wait') ? { parts: [{ text: 'Words' }, { hold: held }] } : say('All done.');
    },
  });
  app = await launchElectron({ home });
  page = await app.window();
  await ask('models.save', { name: 'Test', baseUrl: server.url, models: [] });
});

test.afterEach(async () => {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (() => Promise.resolve({ response: 1 })) as never;
  });
  await app.close();
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

/** The bridge without its contract, whose types are too deep for what a page is sent. */
type PlainBridge = { request(name: string, input: object): Promise<Result<unknown>> };

async function ask<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Answer<K>> {
  const result = await page.evaluate(
    ([name, input]) => (window.runlight as unknown as PlainBridge).request(name, input),
    [name as string, input as object] as const,
  );
  if (!result.ok) throw new Error(result.error.message);
  return result.value as Answer<K>;
}

async function begin(text: string): Promise<string> {
  const [agent] = await ask('agents.list', {});
  const overrides = { model: 'test/mock' };
  // Several at once in one folder, which is not what these tests are about.
  const { threadId } = await ask('run.start', {
    agentId: agent?.id ?? '',
    text,
    workspace: home,
    force: true,
    overrides,
  });
  return threadId;
}

const notifications = () =>
  app.evaluate((electron) =>
    (electron as unknown as WithDesktop).desktop.notifications.map(({ title, body }) => [title, body]),
  );
const trays = () =>
  app.evaluate((electron) =>
    (electron as unknown as WithDesktop).desktop.trays.map(({ toolTip, menu }) => [
      toolTip,
      ...(menu?.items ?? []).map(({ label }) => label),
    ]),
  );
const blockers = () => app.evaluate((electron) => (electron as unknown as WithDesktop).desktop.blockers.length);
const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

function blur(): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.blur());
}

/** Answers the question with this button from now on; what was asked stays in the main process. */
function answerWith(response: number): Promise<void> {
  return app.evaluate(({ dialog }, response) => {
    const notes = globalThis as unknown as { asked: string[] };
    notes.asked ??= [];
    dialog.showMessageBox = ((...given: readonly { message?: string }[]) => {
      notes.asked.push(given.at(-1)?.message ?? '');
      return Promise.resolve({ response, checkboxChecked: false });
    }) as never;
  }, response);
}

const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

test('the system tells of what needs the person only while they look elsewhere, and leads there', async () => {
  await begin('Say it in sight');
  await expect(region(page, 'Threads').getByText('Say it in sight')).toBeVisible();
  await expect(region(page, 'Threads').locator('[data-status=finished]')).toHaveCount(1);
  await blur();
  const threadId = await begin('Command');
  await expect.poll(notifications).toEqual([['Command', 'Approval needed: run_command echo hi']]);
  await app.evaluate((electron) => (electron as unknown as WithDesktop).desktop.notifications[0]?.emit('click'));
  await expect(region(page, 'Conversation').getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(page.url()).toContain(`#/thread/${threadId}`);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(true);

  await blur();
  await begin('Say something');
  await expect.poll(async () => (await notifications()).at(-1)).toEqual(['Say something', 'Finished: All done.']);
  await ask('settings.set', { notifications: false });
  await begin('Say more');
  await expect(region(page, 'Threads').locator('[data-status=finished]')).toHaveCount(3);
  expect((await notifications()).map(([title]) => title)).not.toContain('Say more');
});

test('where the system has buttons, an approval is decided on the notification, by who sees it whole', async () => {
  const platform = process.platform;
  const actsAs = (platform: string) =>
    app.evaluate((_electron, value) => void Object.defineProperty(process, 'platform', { value }), platform);
  const offered = () =>
    app.evaluate((electron) =>
      (electron as unknown as WithDesktop).desktop.notifications.map(({ title, actions }) => [title, ...actions]),
    );
  /** On the first one that was shown, wherever it is by now. */
  const press = (actionIndex: number) =>
    app.evaluate((electron, actionIndex) => {
      const kept = globalThis as unknown as { first?: WithDesktop['desktop']['notifications'][number] };
      kept.first ??= (electron as unknown as WithDesktop).desktop.notifications[0];
      kept.first?.emit('action', { actionIndex });
    }, actionIndex);
  await blur();
  await actsAs('darwin');
  const threadId = await begin('Command');
  await expect.poll(offered).toEqual([['Command', 'Approve', 'Reject']]);
  await actsAs(platform);
  await press(1);
  const entries = async () => (await ask('thread.open', { threadId, limit: 10 })).window.notes;
  await expect
    .poll(async () => (await entries()).map((note) => note.kind === 'approval_decided' && note.decision))
    .toContain('rejected');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(false);
  // What is not asked any more is shown instead.
  await ask('runs.stopAll', {});
  await expect.poll(async () => (await ask('thread.open', { threadId, limit: 1 })).summary.status).toBe('stopped');
  await press(0);
  await expect.poll(() => page.url()).toContain(`#/thread/${threadId}`);
});

test('the machine stays awake while a run works, not while all wait for a person', async () => {
  expect(await blockers()).toBe(0);
  await begin('Wait');
  await expect.poll(blockers).toBe(1);
  await begin('Command');
  held.release();
  await expect.poll(blockers).toBe(0);
  expect(await ask('runs.counts', {})).toEqual({ queued: 0, running: 0, waiting: 1, paused: 0 });
});

test('closing the last window with runs asks; they go on in the tray, which opens a window again', async () => {
  test.skip(process.platform === 'darwin', 'A Mac keeps programs without windows');
  await begin('Wait');
  await begin('Command');
  await expect.poll(() => ask('runs.counts', {})).toMatchObject({ running: 1, waiting: 1 });
  await answerWith(2);
  const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await close();
  expect([await windows(), await trays(), await asked()]).toEqual([1, [], ['2 runs have not ended']]);

  await answerWith(0);
  await close();
  await expect.poll(windows).toBe(0);
  expect(await trays()).toEqual([['Runlight: 2 runs', 'Open Runlight', '2 runs', '', 'Quit']]);
  held.release();
  await expect.poll(async () => (await trays())[0]?.[0]).toBe('Runlight: 1 run');
  await expect.poll(notifications).toContainEqual(['Wait', 'Finished: Words']);
  await app.evaluate((electron) => {
    (electron as unknown as WithDesktop).desktop.trays[0]?.menu?.items[0]?.click?.();
  });
  await expect.poll(windows).toBe(1);
  expect(await trays()).toEqual([]);
});

test('quitting with runs asks, and stops them when told to', async () => {
  const threadId = await begin('Wait');
  await expect.poll(() => ask('runs.counts', {})).toMatchObject({ running: 1 });
  await held.reached;
  await answerWith(2);
  await app.evaluate(({ app }) => app.quit());
  await expect.poll(asked).toEqual(['A run has not ended']);
  expect(await windows()).toBe(1);
  await answerWith(1);
  await app.evaluate(({ app }) => app.quit());
  expect(await app.exited).toBe(0);

  app = await launchElectron({ home });
  page = await app.window();
  expect((await ask('thread.open', { threadId, limit: 10 })).summary.status).toBe('interrupted');
});
