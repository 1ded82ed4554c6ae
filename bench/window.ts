import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { chromiumPath } from '../e2e/support/chromium-path.ts';
import { startWebHost, type WebHost } from '../e2e/support/web-host.ts';

/** A host of its own and a real browser on it. */
export type Desk = { readonly host: WebHost; readonly page: Page; readonly close: () => Promise<void> };

/** `nodeFlags`: for the host's process. `fill`: makes the home before the host has it. */
export async function openWindow(nodeFlags: readonly string[] = [], fill?: (home: string) => void): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-bench-'));
  fill?.(join(folder, 'home'));
  const host = await startWebHost(join(folder, 'home'), 0, nodeFlags);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.url);
  return {
    host,
    page,
    async close() {
      await browser.close();
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
