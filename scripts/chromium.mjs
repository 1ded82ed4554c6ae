// Finds a Chromium for the end-to-end tests, and gets one where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installedChromium } from '../e2e/support/chromium-path.ts';

function attempt(what, command, args, timeout) {
  console.log(`No Chromium here: trying ${what} …`);
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout });
  if (status !== 0) console.log(`${what} did not work${error === undefined ? '' : ` (${error.message})`}`);
}

/** The path of a Chromium; Playwright's download comes first, Debian's package second. */
export function findChromium() {
  const known = installedChromium();
  if (known !== undefined) return known;
  attempt(
    "Playwright's download",
    process.execPath,
    ['node_modules/playwright/cli.js', 'install', 'chromium'],
    300_000,
  );
  const debian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (installedChromium() === undefined && debian) {
    attempt("Debian's package list", 'apt-get', ['update', '-q'], 300_000);
    attempt("Debian's package", 'apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], 900_000);
  }
  const got = installedChromium();
  if (got === undefined)
    console.log('There is no Chromium: install one, or name one in CHROMIUM. The end-to-end tests will fail.');
  return got;
}
