import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import type { Bridge, Push } from '../src/shared/ipc/contract.ts';
import { lockHome } from '../src/main/home/lock.ts';
import { electronKind, launchElectron, runElectron, type LaunchedApp } from './support/launch-electron.ts';

declare global {
  interface Window {
    readonly runlight?: Bridge;
    pushes: Push[];
  }
}

/** What these tests leave in the main process for themselves. */
type Notes = { openedByTest: string[]; refusedByTest: string[] };

/** What the stand-in tells besides what Electron does. */
type StandInNotes = { readonly windowOptions: readonly object[] };

test.describe.configure({ mode: 'default' });

const homes: string[] = [];
let home: string;
let app: LaunchedApp;
let page: Page;

function freshHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-electron-'));
  homes.push(folder);
  return folder;
}

test.beforeAll(async () => {
  console.log(`The Electron host runs in ${electronKind() === 'electron' ? 'Electron' : 'a stand-in for Electron'}`);
  home = freshHome();
  mkdirSync(join(home, 'electron'));
  const state = { x: 60, y: 70, width: 1100, height: 710, maximized: false };
  writeFileSync(join(home, 'electron', 'window-state.json'), JSON.stringify(state));
  app = await launchElectron({ home });
  page = await app.window();
});

test.afterAll(async () => {
  await app.close();
  for (const folder of homes) rmSync(folder, { recursive: true, force: true });
});

function ask(): Promise<unknown> {
  return page.evaluate(() => window.runlight?.request('app.info', {}));
}

test('the window has the size it had', async () => {
  const window = await app.evaluate(({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows();
    const { width, height } = first?.getNormalBounds() ?? {};
    return {
      size: [width, height],
      minimum: first?.getMinimumSize(),
      visible: first?.isVisible(),
      page: first?.webContents.getURL().replace(/#.*$/, ''),
    };
  });
  expect(window).toEqual({
    size: [1100, 710],
    minimum: [880, 560],
    visible: true,
    page: 'runlight://app/index.html',
  });
});

test('the window is made sandboxed and isolated', async () => {
  test.skip(electronKind() === 'electron', 'Electron does not tell what a window was made with; the next test sees it');
  const options = await app.evaluate((electron) => (electron as unknown as StandInNotes).windowOptions);
  expect(options).toEqual([
    expect.objectContaining({
      show: false,
      webPreferences: {
        preload: expect.stringMatching(/out[/\\]preload[/\\]preload\.cjs$/),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        navigateOnDragDrop: false,
      },
    }),
  ]);
});

test('the page has the bridge and nothing else of Electron or Node', async () => {
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(window.runlight ?? {}),
    leaked: ['require', 'module', 'process', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in globalThis),
  }));
  expect(seen).toEqual({ bridge: ['request', 'onPush'], leaked: [] });
  expect(await ask()).toMatchObject({ ok: true, value: { host: 'electron', home } });
});

test('there is a menu', async () => {
  const labels = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.map(({ label, submenu }) => [label, (submenu?.items.length ?? 0) > 0]),
  );
  expect(labels).toContainEqual(['&File', true]);
  expect(labels?.length).toBeGreaterThanOrEqual(5);
});

test('the protocol serves the window and nothing outside its folder', async () => {
  const answers = await app.evaluate(async ({ net }) => {
    const targets = [
      'runlight://app/index.html',
      'runlight://app/',
      'runlight://app/package.json',
      'runlight://app/../main/index.js',
      'runlight://app/..%2fmain/index.js',
      'runlight://app/%2e%2e/main/index.js',
      'runlight://app/%2e%2e%2f%2e%2e%2fpackage.json',
      'runlight://app/%252e%252e%252fmain%252findex.js',
      'runlight://app/..%5cmain%5cindex.js',
      'runlight://app//etc/passwd',
      'runlight://other/index.html',
    ];
    const answered: [string, number][] = [];
    for (const target of targets) answered.push([target, (await net.fetch(target)).status]);
    const posted = await net.fetch('runlight://app/index.html', { method: 'POST', body: 'x' });
    const policy = (await net.fetch('runlight://app/index.html')).headers.get('content-security-policy');
    return { answered, posted: posted.status, policy };
  });
  const [index, root, ...outside] = answers.answered.map(([, status]) => status);
  expect([index, root]).toEqual([200, 200]);
  expect(outside).toEqual(outside.map(() => 404));
  expect(answers.posted).toBe(404);
  expect(answers.policy).toContain("script-src 'self'; ");
});

test('pushes reach the page once, before and after a reload', async () => {
  async function pushesOfAChange(): Promise<Push[]> {
    await page.evaluate(async () => {
      window.pushes = [];
      window.runlight?.onPush((push) => window.pushes.push(push));
      await window.runlight?.request('settings.set', { theme: 'dark' });
    });
    await page.waitForFunction(() => window.pushes.length > 0);
    // An answer comes after every push that was sent before it.
    await ask();
    return page.evaluate(() => window.pushes);
  }
  const once = [{ type: 'changed', what: 'settings' }];
  expect(await pushesOfAChange()).toEqual(once);
  await page.evaluate(() => window.location.reload());
  await page.waitForFunction(() => window.pushes === undefined && window.runlight !== undefined);
  expect(await pushesOfAChange()).toEqual(once);
  await expect.poll(() => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
});

test('another page in our window is not answered', async () => {
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.loadURL('data:text/html,<title>foreign</title>'),
  );
  await expect.poll(() => page.title()).toBe('foreign');
  expect(await ask()).toEqual({
    ok: false,
    error: { code: 'forbidden', message: 'Only the windows of Runlight may ask this' },
  });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('runlight://app/index.html'));
  expect(await ask()).toMatchObject({ ok: true });
});

test('the page cannot be led elsewhere', async () => {
  await app.evaluate(({ BrowserWindow }) => {
    const notes = globalThis as unknown as Notes;
    notes.refusedByTest = [];
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', (details) => {
      if (details.defaultPrevented) notes.refusedByTest.push(details.url);
    });
  });
  const refused = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as Notes).refusedByTest);
  await page.evaluate(() => {
    window.location.href = 'https://example.com/elsewhere';
  });
  await expect.poll(refused).toEqual(['https://example.com/elsewhere']);
  await page.evaluate(() => {
    window.location.href = '/assets/other.html';
  });
  await expect.poll(refused).toEqual(['https://example.com/elsewhere', 'runlight://app/assets/other.html']);
  expect(await ask()).toMatchObject({ ok: true });
});

test('links open in the browser, other schemes nowhere', async () => {
  await app.evaluate(({ shell }) => {
    const notes = globalThis as unknown as Notes;
    notes.openedByTest = [];
    shell.openExternal = (url) => {
      notes.openedByTest.push(url);
      return Promise.resolve();
    };
  });
  const opened = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as Notes).openedByTest);
  await page.evaluate(() => {
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'smb://host/share', 'mailto:a@example.com']) {
      window.open(url);
    }
    window.open('http://example.com/a');
    const link = document.createElement('a');
    link.href = 'https://example.com/b';
    link.target = '_blank';
    document.body.append(link);
    link.click();
    link.remove();
  });
  await expect.poll(opened).toEqual(['http://example.com/a', 'https://example.com/b']);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('the page may write to the clipboard, and nothing else', async () => {
  const answers = await page.evaluate(async () => {
    async function state(name: string): Promise<string> {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    }
    return {
      notifications: await Notification.requestPermission(),
      geolocation: await state('geolocation'),
      camera: await state('camera'),
      microphone: await state('microphone'),
      midi: await state('midi'),
      read: await state('clipboard-read'),
      write: await state('clipboard-write'),
    };
  });
  expect(answers).toEqual({
    notifications: 'denied',
    geolocation: 'denied',
    camera: 'denied',
    microphone: 'denied',
    midi: 'denied',
    read: 'denied',
    write: 'granted',
  });
});

test('a page is not told of what the page before it followed', async () => {
  await page.evaluate(async () => {
    window.pushes = [];
    window.runlight?.onPush((push) => window.pushes.push(push));
    const demo = await window.runlight?.request('demo.start', {});
    if (demo?.ok === true) await window.runlight?.request('thread.open', { threadId: demo.value.threadId, limit: 10 });
  });
  await page.waitForFunction(() => window.pushes.some(({ type }) => type === 'live'));
  await page.evaluate(() => window.location.reload());
  await page.waitForFunction(() => window.pushes === undefined && window.runlight !== undefined);
  await page.evaluate(async () => {
    window.pushes = [];
    window.runlight?.onPush((push) => window.pushes.push(push));
    await window.runlight?.request('app.info', {});
  });
  await page.waitForFunction(() => window.pushes.filter(({ type }) => type === 'summary').length >= 2);
  const types = await page.evaluate(() => window.pushes.map(({ type }) => type));
  expect(types.filter((type) => type === 'entries' || type === 'live')).toEqual([]);
});

test('a second start of the same home brings the window to the front, and ends', async () => {
  const second = await runElectron(home);
  expect(second).toEqual({ code: 0, output: 'Runlight is open already; its window comes to the front.\n' });
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a home that another program uses is refused with what to do', async () => {
  test.skip(electronKind() === 'electron', 'Electron shows a dialog that waits for a person');
  const taken = freshHome();
  const lock = lockHome(taken);
  const refused = await runElectron(taken);
  expect(refused.code).toBe(3);
  expect(refused.output).toMatch(/^Runlight: Another Runlight .* is using the folder .*--home\.\n$/);
  if (lock.ok) lock.value.release();
});

test('quitting keeps the size of the window', async () => {
  const place = freshHome();
  const other = await launchElectron({ home: place });
  await other.window();
  await other.close();
  const kept: unknown = JSON.parse(readFileSync(join(place, 'electron', 'window-state.json'), 'utf8'));
  expect(kept).toMatchObject({ width: 1280, height: 800, maximized: false });
});
