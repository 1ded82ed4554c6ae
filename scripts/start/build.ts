// `npm run build`: node scripts/start/build.ts [PART…]. A program of its own, so that the builder's memory goes with it.
import { resolve } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build } from 'vite';
import { thrownMessage } from '../../src/main/lib/thrown.ts';
import { buildLib } from './build-lib.ts';
import { markBuilt, markStale, PARTS, sourceHash } from './parts.ts';

const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
// What electron-vite's own build command sets: the renderer's addresses become relative.
process.env.NODE_ENV_ELECTRON_VITE = 'production';
const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'build', 'production');
const named = PARTS.filter((part) => process.argv.includes(part));
for (const part of named.length === 0 ? PARTS : named) {
  const hash = sourceHash(root, part);
  markStale(root, part);
  try {
    if (part === 'lib') await buildLib(root);
    else await build(config?.[part]);
    markBuilt(root, part, hash);
  } catch (error) {
    console.error(thrownMessage(error));
    process.exitCode = 1;
    break;
  }
}
