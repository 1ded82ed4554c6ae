import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../src/main/lib/log.ts';
import { activateBranch } from '../src/main/threads/active-branch.ts';
import { leafPage } from '../src/main/threads/leaves.ts';
import { openStore } from '../src/main/threads/open.ts';
import { openThread } from '../src/main/threads/open-thread.ts';
import { good } from '../src/main/threads/testing/store.ts';
import { wideThread } from '../src/main/threads/testing/wide-thread.ts';
import { ms, percentile, type Figure } from './figures.ts';

const ENTRIES = 10_000;
const BRANCHES = 1000;
const SWITCHES = 200;
const PAGE = 100;

/** A thread of many branches: what the engine takes to switch to another, from the request to what a window needs of it. */
export async function branchCosts(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-bench-'));
  const store = good(openStore({ file: join(folder, 'runlight.db'), now: Date.now, log: silentLog }));
  const { threadId, branches } = wideThread(store.write, ENTRIES, BRANCHES);
  const taken = (work: () => unknown): number => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const switches = Array.from({ length: SWITCHES }, (_, index) =>
    taken(() => {
      good(activateBranch(store.write, threadId, branches[(index * 7) % branches.length] ?? ''));
      openThread(store.read, threadId, PAGE);
    }),
  );
  // The whole thread hangs from its first entry.
  const widest = Array.from({ length: 20 }, () => taken(() => activateBranch(store.write, threadId, 'trunk-0')));
  const leaves = Array.from({ length: 20 }, () => taken(() => leafPage(store.read, threadId, PAGE)));
  store.close();
  rmSync(folder, { recursive: true });
  const both = (samples: readonly number[]): string =>
    `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 1))}`;
  return [
    { name: `Switch of branch, ${ENTRIES} entries, ${BRANCHES} branches`, value: both(switches), goal: 'under 50 ms' },
    { name: '  to the newest of all that hang from the root', value: both(widest), goal: 'under 50 ms' },
    { name: '  the list of the newest 100 branches', value: both(leaves), goal: 'under 50 ms' },
  ];
}
