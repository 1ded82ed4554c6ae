import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEngines, openWindow, type Engines } from '../testing/engines.ts';
import { askEngine } from './ask-engine.ts';

let engines: Engines;
beforeEach(() => {
  engines = createEngines();
});
afterEach(() => engines.close());

/** Processes start, and others are waited for. */
function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000 });
}

const ALL = { type: 'changed', what: 'all' } as const;

test.each(['SIGTERM', 'SIGKILL'] as const)('windows go on when the engine elsewhere ends by %s', async (signal) => {
  const other = await engines.elsewhere();
  const engine = await engines.openShared();
  const [first, second] = [openWindow(engine), openWindow(engine)];
  await second.ask('settings.get', {});
  await first.ask('settings.set', { theme: 'dark' });
  // It reached the other one through the engine that both talk to.
  await eventually(() => expect(second.pushes).toContainEqual({ type: 'changed', what: 'settings' }));
  expect(second.pushes).not.toContainEqual(ALL);
  await other.end(signal);
  await eventually(() => expect([first.pushes.at(-1), second.pushes.at(-1)]).toEqual([ALL, ALL]));
  expect(await second.ask('settings.get', {})).toMatchObject({ theme: 'dark' });
  // The engine is here now, and others find it.
  expect(await askEngine(engines.home, 'settings.get', {})).toMatchObject({ ok: true, value: { theme: 'dark' } });
});

test('of two that wait, one takes over and the other talks to it', async () => {
  const other = await engines.elsewhere();
  const windows = [openWindow(await engines.openShared()), openWindow(await engines.openShared())] as const;
  await Promise.all(windows.map((window) => window.ask('settings.get', {})));
  await other.end('SIGKILL');
  for (const { pushes } of windows) await eventually(() => expect(pushes).toContainEqual(ALL));
  await windows[1].ask('settings.set', { theme: 'dark' });
  expect(await windows[0].ask('settings.get', {})).toMatchObject({ theme: 'dark' });
});

test('what belongs to a host stays with it', async () => {
  await engines.elsewhere();
  const host = {
    kind: 'electron',
    version: 'here',
    resources: '',
    pickFolder: () => Promise.resolve('/picked'),
  } as const;
  const electron = openWindow(await engines.openShared(host));
  expect(await electron.ask('folder.pick', {})).toEqual({ path: '/picked' });
  expect(await electron.ask('app.info', {})).toMatchObject({
    host: 'electron',
    canPickFolder: true,
    version: 'elsewhere',
  });
  const web = openWindow(await engines.openShared());
  expect(await web.ask('app.info', {})).toMatchObject({ host: 'web', canPickFolder: false });
  await expect(web.ask('folder.pick', {})).rejects.toThrow('no_dialog');
});

test('a window that closes while the engine is gone stays closed', async () => {
  const other = await engines.elsewhere();
  const engine = await engines.openShared();
  const window = openWindow(engine);
  await window.ask('settings.get', {});
  window.close();
  await other.end('SIGKILL');
  const next = openWindow(engine);
  expect(await next.ask('settings.get', {})).toMatchObject({ theme: 'system' });
  expect(window.pushes).toEqual([]);
});
