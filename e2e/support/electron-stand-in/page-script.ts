/** The one function that the page's side has to call the main process; the page itself never sees it. */
export const BINDING = '__standInForElectron';

export type PageCall =
  | { readonly type: 'invoke'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly type: 'open'; readonly url: string; readonly frameName: string; readonly features: string };
export type PageAnswer = { readonly value?: unknown; readonly error?: string };

/** What brings messages to the listeners of the page's preload. */
export const DELIVER = '__standInForElectronDeliver';

/** The script that runs before each document: what a sandboxed preload finds around it, and the preload itself. */
export function pageScript(preload: string): string {
  return `(${String(beforeDocument)})(${JSON.stringify({ BINDING, DELIVER })}, (require, module, exports) => {\n${preload}\n});`;
}

type Names = { readonly BINDING: string; readonly DELIVER: string };
type Preload = (require: (name: string) => unknown, module: object, exports: object) => void;
type Listener = (event: object, ...args: unknown[]) => void;

/** Runs in the page: nothing of this module is there but what it is given. */
function beforeDocument({ BINDING, DELIVER }: Names, preload: Preload): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  const call = scope[BINDING] as (message: object) => Promise<{ value?: unknown; error?: string }>;
  delete scope[BINDING];
  // Without nodeIntegrationInSubFrames, frames have no preload.
  if (window !== window.top) return;

  window.open = (url = 'about:blank', frameName = '', features = '') => {
    void call({ type: 'open', url: new URL(url, location.href).href, frameName, features });
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (event.defaultPrevented || link === null || link.target !== '_blank') return;
    event.preventDefault();
    void call({ type: 'open', url: link.href, frameName: '', features: '' });
  });

  const listeners = new Map<string, Set<Listener>>();
  Object.defineProperty(scope, DELIVER, {
    value: (messages: readonly (readonly [string, ...unknown[]])[]) => {
      for (const [channel, ...args] of messages) {
        for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
      }
    },
  });

  function only(name: string, part: object): object {
    return new Proxy(part, {
      get(target, property) {
        if (property in target) return Reflect.get(target, property) as unknown;
        throw new Error(`The stand-in for Electron has no ${name}.${String(property)}`);
      },
    });
  }
  const ipcRenderer = only('ipcRenderer', {
    async invoke(channel: string, ...args: unknown[]) {
      const { value, error } = await call({ type: 'invoke', channel, args: structuredClone(args) });
      if (error !== undefined) throw new Error(`Error invoking remote method '${channel}': ${error}`);
      return value;
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off: (channel: string, listener: Listener) => listeners.get(channel)?.delete(listener),
  });
  const contextBridge = only('contextBridge', {
    exposeInMainWorld(key: string, api: object) {
      Object.defineProperty(scope, key, { value: Object.freeze({ ...api }), enumerable: true });
    },
  });
  const electron = only('electron', { ipcRenderer, contextBridge });
  const module = { exports: {} };
  preload(
    (name) => {
      if (name === 'electron') return electron;
      throw new Error(`A sandboxed preload cannot require ${name}`);
    },
    module,
    module.exports,
  );
}
