import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions } from 'electron';
import { onlyKnown, preventable, strict } from './strict.ts';
import { createContents, type Contents } from './web-contents.ts';
import { hub } from './hub.ts';

const WINDOW_OPTIONS = ['x', 'y', 'width', 'height', 'minWidth', 'minHeight', 'title', 'show', 'backgroundColor'];
const WEB_PREFERENCES = [
  'preload',
  'sandbox',
  'contextIsolation',
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'webSecurity',
  'webviewTag',
  'navigateOnDragDrop',
];

class StandInWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: Contents;
  private readonly bounds: { x: number; y: number; width: number; height: number };
  private readonly options: BrowserWindowConstructorOptions;
  private state = { destroyed: false, maximized: false, visible: false };

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    const { webPreferences = {}, ...rest } = options;
    onlyKnown('option of BrowserWindow', rest, WINDOW_OPTIONS);
    onlyKnown('webPreference', webPreferences, WEB_PREFERENCES);
    hub.windowCount += 1;
    hub.windowOptions.push(options);
    this.id = hub.windowCount;
    this.options = options;
    this.bounds = { x: rest.x ?? 40, y: rest.y ?? 40, width: rest.width ?? 800, height: rest.height ?? 600 };
    const preload = webPreferences.preload === undefined ? '' : readFileSync(webPreferences.preload, 'utf8');
    this.webContents = createContents({
      id: this.id,
      preload,
      size: this.bounds,
      onShown: () => this.emit('ready-to-show'),
      onGone: () => this.close(),
    });
    if (rest.show !== false) this.state.visible = true;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  show(): void {
    this.state.visible = true;
    this.focus();
  }
  isVisible(): boolean {
    return this.state.visible;
  }
  focus(): void {
    hub.focused = this.id;
  }
  blur(): void {
    if (hub.focused === this.id) hub.focused = 0;
  }
  isMinimized(): boolean {
    return false;
  }
  maximize(): void {
    this.state.maximized = true;
  }
  isMaximized(): boolean {
    return this.state.maximized;
  }
  getBounds() {
    return { ...this.bounds };
  }
  getNormalBounds() {
    return this.getBounds();
  }
  getMinimumSize(): number[] {
    return [this.options.minWidth ?? 0, this.options.minHeight ?? 0];
  }
  isDestroyed(): boolean {
    return this.state.destroyed;
  }
  close(): void {
    if (this.state.destroyed) return;
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (this.state.destroyed) return;
    this.state.destroyed = true;
    hub.windows.delete(this.id);
    this.webContents.gone();
    this.emit('closed');
    if (hub.windows.size === 0) hub.onAllClosed();
  }
}

export type StandInWindowType = StandInWindow;

function open(options: BrowserWindowConstructorOptions = {}): StandInWindow {
  const window = strict('BrowserWindow', new StandInWindow(options));
  hub.windows.set(window.id, window);
  hub.onWindowCreated(window);
  return window;
}

export const BrowserWindow = strict(
  'BrowserWindow',
  Object.assign(
    function BrowserWindow(options?: BrowserWindowConstructorOptions) {
      return open(options);
    },
    {
      getAllWindows: () => [...hub.windows.values()],
      getFocusedWindow: () => hub.windows.get(hub.focused) ?? null,
    },
  ),
);
