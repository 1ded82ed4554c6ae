// What `import … from 'electron'` gives the built main process here. An import that is not exported does not link.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CustomScheme, MenuItemConstructorOptions } from 'electron';
import { app } from './app.ts';
import { hub } from './hub.ts';
import { strict } from './strict.ts';

export { app };
export { Notification, powerMonitor, powerSaveBlocker, Tray } from './desktop.ts';
export { BrowserWindow } from './windows.ts';

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: (event: object, ...args: unknown[]) => unknown) {
    if (hub.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    hub.handlers.set(channel, handler);
  },
});

const privileged = new Set<string>();

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]) {
    if (app.isReady()) throw new Error('registerSchemesAsPrivileged is called before the app is ready');
    for (const { scheme, privileges } of schemes) {
      if (privileges?.standard === true && privileges.secure === true) privileged.add(scheme);
    }
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>) {
    if (!app.isReady()) throw new Error('protocol.handle is called after the app is ready');
    if (!privileged.has(scheme)) throw new Error(`${scheme} is not registered as standard and secure`);
    hub.schemes.set(scheme, handler);
  },
});

export const net = strict('net', {
  fetch(address: string, init?: RequestInit) {
    const handler = hub.schemes.get(new URL(address).protocol.slice(0, -1));
    if (handler === undefined) throw new Error(`The stand-in for Electron does not fetch ${address}`);
    return handler(new Request(address, init));
  },
});

type Handlers = {
  request?: (contents: object, permission: string, callback: (granted: boolean) => void, details: object) => void;
  check?: (contents: object, permission: string, origin: string, details: object) => boolean;
};
const handlers: Handlers = {};
// As in Electron, what nobody answers is granted; both handlers must agree.
hub.isPermitted = (contents, permission, address) => {
  let granted = true;
  handlers.request?.(contents, permission, (answer) => (granted = answer), {
    requestingUrl: address,
    isMainFrame: true,
  });
  const origin = `${new URL(address).protocol}//${new URL(address).host}/`;
  return granted && (handlers.check?.(contents, permission, origin, { isMainFrame: true }) ?? true);
};

export const session = strict('session', {
  defaultSession: strict('Session', {
    setPermissionRequestHandler: (handler: Handlers['request']) => (handlers.request = handler),
    setPermissionCheckHandler: (handler: Handlers['check']) => (handlers.check = handler),
    setDevicePermissionHandler: (_handler: object) => {},
    setSpellCheckerEnabled: (_enabled: boolean) => {},
  }),
});

/** Tests put functions of their own in the place of these, as they do in Electron. */
export const shell = strict('shell', {
  openExternal: (_url: string) => Promise.resolve(),
  openPath: (_path: string) => Promise.resolve(''),
  showItemInFolder: (_path: string) => {},
});

export const dialog = strict('dialog', {
  showErrorBox: (_title: string, _content: string) => {},
  showMessageBox: () => Promise.resolve({ response: 1, checkboxChecked: false }),
  showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
  showOpenDialog: () => Promise.resolve({ canceled: true, filePaths: [] as string[] }),
});

type MenuShape = { readonly items: readonly object[] };
let applicationMenu: MenuShape | null = null;

function menuOf(template: readonly MenuItemConstructorOptions[]): MenuShape {
  const items = template.map((item) => ({
    ...item,
    label: item.label ?? item.role ?? '',
    submenu: Array.isArray(item.submenu) ? menuOf(item.submenu) : undefined,
  }));
  return { items };
}

export const Menu = strict('Menu', {
  buildFromTemplate: menuOf,
  setApplicationMenu: (menu: MenuShape | null) => (applicationMenu = menu),
  getApplicationMenu: () => applicationMenu,
});

export const nativeTheme = strict('nativeTheme', {
  get shouldUseDarkColors() {
    return hub.colorScheme === 'dark';
  },
  get themeSource() {
    return hub.colorScheme ?? 'system';
  },
  set themeSource(source: 'system' | 'light' | 'dark') {
    hub.colorScheme = source === 'system' ? null : source;
    for (const { webContents } of hub.windows.values()) void webContents.themeChanged();
  },
});

export const screen = strict('screen', {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
});

// A system that has a store of secrets: what is encrypted here opens only here.
const key = randomBytes(32);
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => app.isReady(),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString(text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  },
  decryptString(bytes: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(12, -16)).toString('utf8') + decipher.final('utf8');
  },
});
