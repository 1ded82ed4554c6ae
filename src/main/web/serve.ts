import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
// To compile all of it takes longer than all else that a start does. Static imports would be compiled before this line.
enableCompileCache(join(root, 'node_modules/.cache/compiled'));
const { askEngine } = await import('../connect/attach/ask-engine.ts');
const { openSharedEngine } = await import('../connect/attach/shared-engine.ts');
const { openEngine } = await import('../engine.ts');
const { runWebHost } = await import('./run-web-host.ts');

// A terminal that has gone away is no reason to stop working.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

await runWebHost(process.argv.slice(2), {
  async runningLink(home) {
    const link = await askEngine(home, 'app.link', {});
    return link.ok ? link.value.url : undefined;
  },
  openEngine: (options) => openSharedEngine(options, openEngine),
  root,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
