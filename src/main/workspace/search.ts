import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { entryUrl } from '../lib/entry-url.ts';
import { createSlots } from '../lib/slots.ts';
import { stopped } from './failures.ts';
import type { Root } from './paths.ts';
import {
  type FileMatches,
  SEARCH_COUNTS,
  type SearchCount,
  type SearchJob,
  type SearchMessage,
  type SearchQuery,
} from './search-job.ts';

const TIME_LIMIT_MS = 15_000;

/** Each search is a thread with memory of its own, and models ask for dozens at once. */
const slots = createSlots(2);

export type SearchOptions = { readonly signal?: AbortSignal; readonly timeLimitMs?: number };

export type SearchResult = {
  readonly files: readonly FileMatches[];
  /** `limit` and `timeout`: there may be more matches. */
  readonly end: 'complete' | 'limit' | 'timeout';
  readonly counts: Readonly<Record<SearchCount, number>>;
};

/** Searches in a thread of its own, so that neither a large tree nor an endless pattern holds anyone up. */
export async function search(root: Root, query: SearchQuery, options: SearchOptions): Promise<Result<SearchResult>> {
  if (!(await slots.take(options.signal))) return stopped();
  try {
    return await searchInWorker(root, query, options);
  } finally {
    slots.release();
  }
}

async function searchInWorker(
  root: Root,
  query: SearchQuery,
  { signal, timeLimitMs = TIME_LIMIT_MS }: SearchOptions,
): Promise<Result<SearchResult>> {
  if (signal?.aborted === true) return stopped();
  const counts = new SharedArrayBuffer(SEARCH_COUNTS.length * Int32Array.BYTES_PER_ELEMENT);
  const workerData: SearchJob = { root, query, counts };
  const worker = new Worker(entryUrl('search-worker', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const files: FileMatches[] = [];
  const { promise, resolve } = Promise.withResolvers<Result<SearchResult>>();
  const answer = (end: SearchResult['end']): Result<SearchResult> => ok({ files, end, counts: readCounts(counts) });
  const onAbort = (): void => resolve(stopped());
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => resolve(answer('timeout')), timeLimitMs);
  worker.on('message', (message: SearchMessage) => {
    if (message.type === 'found') files.push(message.matches);
    else resolve(message.result.ok ? answer(message.result.value.more ? 'limit' : 'complete') : message.result);
  });
  worker.on('error', (error) =>
    resolve(fail('search_failed', `The search failed: ${error.message}`, 'Search less at once')),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function readCounts(counts: SharedArrayBuffer): SearchResult['counts'] {
  const counters = new Int32Array(counts);
  const of = (what: SearchCount): number => Atomics.load(counters, SEARCH_COUNTS.indexOf(what));
  return { searched: of('searched'), binary: of('binary'), large: of('large'), unreadable: of('unreadable') };
}
