import { resolve } from 'node:path';
import { openEngine } from '../engine.ts';
import { runWebHost } from './run-web-host.ts';

// A terminal that has gone away is no reason to stop working.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

await runWebHost(process.argv.slice(2), {
  openEngine,
  root: resolve(import.meta.dirname, '../../..'),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
