import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { resolveConfig } from 'electron-vite';
import { build } from 'vite';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** The preload as electron.vite.config.ts has it built. */
async function builtPreload() {
  const { config } = await resolveConfig({ root, logLevel: 'silent' }, 'build', 'production');
  const built = await build({ ...config?.preload, build: { ...config?.preload?.build, write: false } });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs.flatMap((one) => ('output' in one ? one.output : []));
}

test('the built preload is one file that requires nothing but electron', async () => {
  const files = await builtPreload();
  expect(files.map((file) => file.fileName)).toEqual(['preload.cjs']);
  const code = files[0]?.type === 'chunk' ? files[0].code : '';
  expect([...code.matchAll(/\brequire\(([^)]*)\)/g)].map((match) => match[1])).toEqual(['"electron"']);
  expect(code).not.toMatch(/\bimport\b|^export\b/m);
});

test('it gives the page two functions, and keeps events from it', async () => {
  const [file] = await builtPreload();
  const exposed: Record<
    string,
    { request: (...args: unknown[]) => unknown; onPush: (listener: unknown) => () => void }
  > = {};
  const listeners: unknown[][] = [];
  const electron = {
    contextBridge: { exposeInMainWorld: (key: string, api: never) => (exposed[key] = api) },
    ipcRenderer: {
      invoke: (...args: unknown[]) => args,
      on: (channel: string, listener: unknown) => listeners.push([channel, listener]),
      off: (channel: string, listener: unknown) => {
        listeners.splice(
          listeners.findIndex((known) => known[0] === channel && known[1] === listener),
          1,
        );
      },
    },
  };
  runInNewContext(file?.type === 'chunk' ? file.code : '', { require: () => electron });

  expect(Object.keys(exposed)).toEqual(['runlight']);
  const { runlight } = exposed;
  expect(Object.keys(runlight ?? {})).toEqual(['request', 'onPush']);
  expect(runlight?.request('app.info', {}, 'extra')).toEqual(['runlight:request', 'app.info', {}]);
  const heard: unknown[][] = [];
  const stop = runlight?.onPush((...args: unknown[]) => heard.push(args));
  const receive = listeners[0]?.[1] as (...args: unknown[]) => void;
  receive({ sender: 'the event' }, { type: 'removed', threadId: 't' }, 'extra');
  expect(listeners.map(([channel]) => channel)).toEqual(['runlight:push']);
  expect(heard).toEqual([[{ type: 'removed', threadId: 't' }]]);
  stop?.();
  expect(listeners).toEqual([]);
});
