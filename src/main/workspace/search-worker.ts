/**
 * The thread that a search runs in: matching takes as long as the pattern likes, and can only be ended from outside. An
 * input of its own in electron.vite.config.ts, see `entryUrl`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../shared/lib/assert.ts';
import { SEARCH_COUNTS, type SearchJob, type SearchMessage } from './search-job.ts';
import { searchTree } from './search-tree.ts';

const port = must(parentPort, 'the port of a worker');
const { root, query, counts } = workerData as SearchJob;
const counters = new Int32Array(counts);

function post(message: SearchMessage): void {
  port.postMessage(message);
}

const result = await searchTree(root, query, {
  found: (matches) => post({ type: 'found', matches }),
  counted: (what) => Atomics.add(counters, SEARCH_COUNTS.indexOf(what), 1),
});
post({ type: 'ended', result });
