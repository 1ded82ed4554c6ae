// `npm run bench`: figures for this machine. `npm run bench -- bytes` runs one part.
import { cpus, loadavg } from 'node:os';
import { branchCosts } from './branches.ts';
import { bytesWritten } from './bytes-written.ts';
import { contextCosts } from './context.ts';
import { contextPanel } from './context-panel.ts';
import { print, type Figure } from './figures.ts';
import { fileComparison } from './file-comparison.ts';
import { longThread } from './long-thread.ts';
import { loopDelay } from './loop-delay.ts';
import { manyRuns } from './many.ts';
import { commitToPaint } from './paint.ts';
import { startup } from './startup.ts';
import { planPanel } from './plan-panel.ts';
import { todoCosts } from './todos.ts';
import { treePanel } from './tree-panel.ts';

const PARTS: Record<string, { readonly title: string; readonly measure: () => Promise<readonly Figure[]> }> = {
  start: { title: 'How soon one can begin', measure: startup },
  paint: { title: 'How live the window is', measure: commitToPaint },
  many: { title: 'Many runs at once', measure: manyRuns },
  long: { title: 'What a long thread costs', measure: longThread },
  files: { title: 'What finding out costs that a command changed', measure: fileComparison },
  bytes: { title: 'What an answer costs the disk', measure: bytesWritten },
  branches: { title: 'What branches cost', measure: branchCosts },
  context: { title: 'What showing the context costs', measure: contextCosts },
  'context-panel': { title: 'What the Context tab costs the window', measure: contextPanel },
  tree: { title: 'What the tree of branches costs', measure: treePanel },
  todos: { title: 'What plans cost', measure: todoCosts },
  panel: { title: 'What a change of a long plan costs the window', measure: planPanel },
  loop: { title: 'How responsive the engine stays', measure: loopDelay },
};

const asked = process.argv.slice(2);
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
// What else runs takes its part: figures of a busy machine are none of Runlight's.
console.log(`Load average ${(loadavg()[0] ?? 0).toFixed(1)}`);
for (const [name, { title, measure }] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) print(title, await measure());
}
