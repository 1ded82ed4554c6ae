import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { chromiumPath } from '../chromium-path.ts';

/** The browser whose pages are the app's windows. Tests connect to it through its own debugging port. */
export type Browser = {
  readonly context: BrowserContext;
  /** A fresh page. */
  readonly page: () => Promise<Page>;
  readonly close: () => Promise<void>;
  /** The folder in which it writes its DevToolsActivePort. */
  readonly folder: string;
};

export async function startBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-chromium-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-background-networking', '--remote-debugging-port=0'],
  });
  // The page that a browser starts with becomes the first window.
  const [unused] = context.pages();
  let first = unused;
  return {
    context,
    folder,
    async page() {
      const page = first ?? (await context.newPage());
      first = undefined;
      return page;
    },
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
