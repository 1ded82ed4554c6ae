import { resolve } from 'node:path';
import { askEngine } from '../connect/attach/ask-engine.ts';
import { openSharedEngine } from '../connect/attach/shared-engine.ts';
import { openEngine } from '../engine.ts';
import { runWebHost } from './run-web-host.ts';

// A terminal that has gone away is no reason to stop working.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

await runWebHost(process.argv.slice(2), {
  async runningLink(home) {
    const link = await askEngine(home, 'app.link', {});
    return link.ok ? link.value.url : undefined;
  },
  openEngine: (options) => openSharedEngine(options, openEngine),
  root: resolve(import.meta.dirname, '../../..'),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
