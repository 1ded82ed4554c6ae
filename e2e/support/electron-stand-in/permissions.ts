import type { Page } from 'playwright';
import { toBrowserAddress } from './addresses.ts';
import { hub } from './hub.ts';

/** Electron's names, and what the browser calls them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
};

/** Lets the page at `address` do what the app's handlers allow, and refuses the rest. */
export async function grantPermissions(page: Page, contents: object, address: string): Promise<void> {
  const { origin } = new URL(toBrowserAddress(address));
  if (!origin.startsWith('http')) return;
  const granted = Object.keys(NAMES).filter((name) => hub.isPermitted(contents, name, address));
  await page.context().grantPermissions(
    granted.flatMap((name) => NAMES[name] ?? []),
    { origin },
  );
}
