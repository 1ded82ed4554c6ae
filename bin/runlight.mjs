#!/usr/bin/env node
// The command `runlight`. Read by whatever Node is there, so nothing new may stand in this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from '../scripts/require-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (Number(process.versions.node.split('.')[0]) < 24 && existsSync(ownNode)) {
  // Called by another Node than the one that the packages bring along.
  const child = spawn(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? 1));
} else {
  requireNode();
  import('../src/main/cli/main.ts')
    .then(async (cli) => {
      const scripts = await import('../scripts/start/for-cli.ts');
      process.exitCode = await cli.main(process.argv.slice(2), scripts.forCli(root));
    })
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
}
