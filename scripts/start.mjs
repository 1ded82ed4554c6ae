// `npm start` and `npm run dev`. Read by whatever Node is there, so nothing new may stand in this file.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './require-node.mjs';

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
import('./start/main.ts')
  .then(async (start) => {
    process.exitCode = await start.main(root, process.argv.slice(2));
  })
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
