import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, watch, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hub } from './hub.ts';
import { preventable, strict } from './strict.ts';

class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  /** The folder of package.json. */
  root = '';
  private readonly paths = new Map<string, string>();
  private readonly ready = Promise.withResolvers<void>();
  private state: 'starting' | 'ready' | 'exiting' = 'starting';

  isReady(): boolean {
    return this.state === 'ready';
  }
  whenReady(): Promise<void> {
    return this.ready.promise;
  }
  becomeReady(): void {
    if (this.state !== 'starting') return;
    this.state = 'ready';
    this.emit('ready');
    this.ready.resolve();
  }
  getAppPath(): string {
    return this.root;
  }
  getVersion(): string {
    return (JSON.parse(readFileSync(join(this.root, 'package.json'), 'utf8')) as { version: string }).version;
  }
  getPath(name: string): string {
    const path = this.paths.get(name);
    if (path === undefined) throw new Error(`The stand-in for Electron has no path ${name}`);
    return path;
  }
  setPath(name: string, path: string): void {
    if (this.state !== 'starting') throw new Error('userData is set before the app is ready');
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
    this.paths.set(name, path);
  }
  setAboutPanelOptions(): void {}

  /** A file tells of the instance that has the folder; files beside it bring the words of others. */
  requestSingleInstanceLock(): boolean {
    const folder = join(this.getPath('userData'), 'stand-in');
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'lock');
    if (existsSync(lock)) {
      if (isAlive(Number(readFileSync(lock, 'utf8')))) {
        writeFileSync(join(folder, `second-${process.pid}`), JSON.stringify(process.argv));
        return false;
      }
      rmSync(lock);
    }
    writeSync(openSync(lock, 'wx'), String(process.pid));
    watch(folder, (_event, name) => {
      if (name?.startsWith('second-') !== true || !existsSync(join(folder, name))) return;
      rmSync(join(folder, name), { force: true });
      this.emit('second-instance', {}, [], folder, undefined);
    }).unref();
    return true;
  }

  quit(): void {
    if (this.state === 'exiting') return;
    const before = preventable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    hub.onAllClosed = () => {};
    for (const window of hub.windows.values()) window.close();
    if (hub.windows.size > 0) return;
    const will = preventable({});
    this.emit('will-quit', will);
    if (!will.defaultPrevented) this.exit(0);
  }
  exit(code = 0): void {
    if (this.state === 'exiting') return;
    this.state = 'exiting';
    const stop = (): never => process.exit(code);
    if (hub.browser === undefined) stop();
    hub.browser?.then((browser) => browser.close()).then(stop, stop);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const appState = new StandInApp();
export const app = strict('app', appState);

hub.onContentsCreated = (contents) => appState.emit('web-contents-created', {}, contents);
hub.onWindowCreated = (window) => appState.emit('browser-window-created', {}, window);
hub.onAllClosed = () => {
  if (appState.listenerCount('window-all-closed') === 0) appState.quit();
  else appState.emit('window-all-closed');
};
