import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The Chromium that is here: what CHROMIUM names, else Playwright's own, else the system's; `undefined` when there is none. */
export function installedChromium(): string | undefined {
  const places = [process.env.CHROMIUM, chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/chromium-browser'];
  return places.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** The Chromium that tests use. */
export function chromiumPath(): string {
  const found = installedChromium();
  if (found === undefined) throw new Error('There is no Chromium here; name one in CHROMIUM');
  return found;
}
