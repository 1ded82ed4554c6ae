import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openBrowser } from './browser.ts';
import { startChild } from './children.ts';

export type WebRun = {
  readonly root: string;
  /** For node itself. */
  readonly nodeFlags: readonly string[];
  /** For the web host. */
  readonly flags: readonly string[];
  readonly openBrowser: boolean;
};

/** Runs the web host until it ends, and opens a browser at the first address that it tells. */
export async function runWeb({ root, nodeFlags, flags, openBrowser: wanted }: WebRun): Promise<number> {
  const program = join(root, 'src', 'main', 'web', 'serve.ts');
  const { child, ended } = startChild(process.execPath, [...nodeFlags, program, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let opened = !wanted;
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      const url = /^Runlight is at (http:\S+)$/.exec(line)?.[1];
      if (url === undefined || opened) return;
      opened = true;
      openBrowser(url);
    });
  }
  const { code, failure } = await ended;
  if (failure !== undefined) console.error(`Runlight cannot start: ${failure}`);
  return code;
}
