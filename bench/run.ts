// `npm run bench`: figures for this machine. `npm run bench -- bytes` runs one part.
import { cpus } from 'node:os';
import { bytesWritten } from './bytes-written.ts';
import { print, type Figure } from './figures.ts';
import { loopDelay } from './loop-delay.ts';
import { commitToPaint } from './paint.ts';
import { startup } from './startup.ts';

const PARTS: Record<string, { readonly title: string; readonly measure: () => Promise<readonly Figure[]> }> = {
  start: { title: 'How soon one can begin', measure: startup },
  paint: { title: 'How live the window is', measure: commitToPaint },
  bytes: { title: 'What an answer costs the disk', measure: bytesWritten },
  loop: { title: 'How responsive the engine stays', measure: loopDelay },
};

const asked = process.argv.slice(2);
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const [name, { title, measure }] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) print(title, await measure());
}
