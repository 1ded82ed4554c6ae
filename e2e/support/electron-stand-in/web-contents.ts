import { EventEmitter } from 'node:events';
import type { WindowOpenHandlerResponse } from 'electron';
import type { Frame, Page, Route } from 'playwright';
import { schemeOf, toAppAddress, toBrowserAddress } from './addresses.ts';
import { startBrowser } from './chromium.ts';
import { hub } from './hub.ts';
import { BINDING, DELIVER, pageScript, type PageAnswer, type PageCall } from './page-script.ts';
import { grantPermissions } from './permissions.ts';
import { preventable, strict } from './strict.ts';

export type ContentsOptions = {
  readonly id: number;
  readonly preload: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly onShown: () => void;
  readonly onGone: () => void;
};

type OpenHandler = (details: { url: string; frameName: string; features: string }) => WindowOpenHandlerResponse;

class StandInContents extends EventEmitter {
  readonly id: number;
  readonly mainFrame: object;
  private readonly options: ContentsOptions;
  private readonly page: Promise<Page>;
  private address = '';
  private isGone = false;
  private openHandler: OpenHandler | undefined;
  /** The address that the main process is loading: not a navigation of the page's. */
  private loading: string | undefined;
  private outbox: (readonly [string, ...unknown[]])[] = [];
  private delivering = false;

  constructor(options: ContentsOptions) {
    super();
    this.id = options.id;
    this.options = options;
    const address = (): string => this.address;
    this.mainFrame = strict('WebFrameMain', {
      get url() {
        return address();
      },
    });
    this.page = this.openPage();
    this.page.catch((error: unknown) => {
      throw error;
    });
  }

  private async openPage(): Promise<Page> {
    hub.browser ??= startBrowser();
    const browser = await hub.browser;
    const page = await browser.page();
    await page.setViewportSize({ width: this.options.size.width, height: this.options.size.height });
    await page.emulateMedia({ colorScheme: hub.colorScheme });
    await page.exposeBinding(BINDING, ({ frame }, call: PageCall) => this.answer(frame === page.mainFrame(), call));
    await page.addInitScript({ content: pageScript(this.options.preload) });
    await page.route('**/*', (route) => this.serve(page, route));
    // Of the browser's own events, since Playwright's tells of changes within a document too.
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Page.enable');
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.address = toAppAddress(frame.url);
      this.emit('did-navigate', {}, this.address, 200, 'OK');
    });
    page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
    page.on('close', this.options.onGone);
    page.once('load', this.options.onShown);
    return page;
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.page;
    this.loading = toBrowserAddress(url);
    await grantPermissions(page, this, url);
    await page.goto(this.loading);
  }
  async themeChanged(): Promise<void> {
    await (await this.page).emulateMedia({ colorScheme: hub.colorScheme });
  }
  reload(): void {
    this.loading = toBrowserAddress(this.address);
    void this.page.then((page) => page.reload());
  }
  getURL(): string {
    return this.address;
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  isDestroyed(): boolean {
    return this.isGone;
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) throw new Error('Object has been destroyed');
    this.outbox.push(structuredClone([channel, ...args]));
    void this.deliver();
  }
  gone(): void {
    this.isGone = true;
    this.emit('destroyed');
    void this.page.then((page) => page.close());
  }

  /** In order, and all that has gathered at once. */
  private async deliver(): Promise<void> {
    if (this.delivering) return;
    this.delivering = true;
    const page = await this.page;
    while (this.outbox.length > 0 && !this.isGone) {
      const messages = this.outbox.splice(0);
      try {
        await page.evaluate(
          ([name, sent]) => {
            const receive = Reflect.get(globalThis, name) as ((messages: unknown) => void) | undefined;
            receive?.(sent);
          },
          [DELIVER, messages] as const,
        );
      } catch {
        // The document has gone; as in Electron, what was under way to it is lost.
      }
    }
    this.delivering = false;
  }

  private async answer(fromMainFrame: boolean, call: PageCall): Promise<PageAnswer> {
    if (call.type === 'open') {
      const { frameName, features } = call;
      const decision = this.openHandler?.({ url: toAppAddress(call.url), frameName, features });
      if (decision?.action !== 'deny') throw new Error('The stand-in for Electron opens no further window');
      return {};
    }
    const handler = hub.handlers.get(call.channel);
    if (handler === undefined) return { error: `Error: No handler registered for '${call.channel}'` };
    const frame = fromMainFrame ? this.mainFrame : strict('WebFrameMain', { url: 'about:blank' });
    try {
      const event = strict('IpcMainInvokeEvent', { sender: hub.windows.get(this.id)?.webContents, senderFrame: frame });
      return { value: structuredClone(await handler(event, ...call.args)) };
    } catch (error) {
      return { error: String(error) };
    }
  }

  private async serve(page: Page, route: Route): Promise<void> {
    const request = route.request();
    const url = request.url();
    if (request.isNavigationRequest() && !this.mayNavigate(page, request.frame(), url)) return route.abort('aborted');
    const handler = hub.schemes.get(schemeOf(url) ?? '');
    // There is no network behind these windows.
    if (handler === undefined) return route.abort('addressunreachable');
    const answer = await handler(
      new Request(toAppAddress(url), { method: request.method(), headers: request.headers() }),
    );
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  }

  private mayNavigate(page: Page, frame: Frame, url: string): boolean {
    const isMainFrame = frame === page.mainFrame();
    if (isMainFrame && url === this.loading) {
      this.loading = undefined;
      return true;
    }
    const event = preventable({ url: toAppAddress(url), isMainFrame, isSameDocument: false });
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event);
    return !event.defaultPrevented;
  }
}

export type Contents = StandInContents;

export function createContents(options: ContentsOptions): Contents {
  const contents = strict('WebContents', new StandInContents(options));
  hub.onContentsCreated(contents);
  return contents;
}
