import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The Chromium that tests use: that of CHROMIUM, else Playwright's own, else the system's. */
export function chromiumPath(): string {
  const candidates = [
    process.env.CHROMIUM,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
  ];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found === undefined) throw new Error('There is no Chromium here; name one in CHROMIUM');
  return found;
}
