// Read by whatever Node is there, so nothing new may stand in this file.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const have = process.versions.node;

function missing() {
  if (!existsSync(join(root, 'node_modules'))) return 'the packages are not installed. Run "npm ci" first.';
  if (Number(have.split('.')[0]) >= 24) return undefined;
  const installed = ['bin/node', 'bin/node.exe'].some((file) => existsSync(join(root, 'node_modules/node', file)));
  return installed
    ? `it needs Node 24, and this is Node ${have}. Use "npm start" and "npm test", which bring their own.`
    : `it needs Node 24, and this is Node ${have}. Its own was not installed, because npm runs no install scripts here: run "npm ci --ignore-scripts=false".`;
}

/** Ends the program with one line when its Node, or its packages, are not there. */
export function requireNode() {
  const problem = missing();
  if (problem === undefined) return;
  console.error(`Runlight cannot start: ${problem}`);
  process.exit(1);
}
