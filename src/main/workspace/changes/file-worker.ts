/**
 * The thread that looks through folders, hashes, compares and copies files, so that the engine's own has none of it. An
 * input of its own in electron.vite.config.ts, see `entryUrl`.
 */
import { parentPort } from 'node:worker_threads';
import { must } from '../../../shared/lib/assert.ts';
import { thrownMessage } from '../../lib/thrown.ts';
import { copyFolder } from '../copies/copy-folder.ts';
import { difference } from './difference.ts';
import type { FileJob, FileJobAnswer, FileJobEnd, FileJobInput, FileJobName } from './file-jobs.ts';
import { Pack } from './pack.ts';
import { Snapshots } from './snapshots.ts';
import { Tracker } from './tracker.ts';

const port = must(parentPort, 'the port of a worker');
const trackers = new Map<string, Tracker>();

const work: { readonly [K in FileJobName]: (input: FileJobInput<K>) => Promise<FileJobAnswer<K>> } = {
  async before({ tracker, root, kept, scratch, limits }) {
    const known =
      trackers.get(tracker) ?? new Tracker(root, new Snapshots(kept, { durable: false }), new Pack(scratch));
    trackers.set(tracker, known);
    await known.before(limits);
    return null;
  },
  after: ({ tracker, limits }) => must(trackers.get(tracker), 'a tracker that has looked before').after(limits),
  forget({ tracker }) {
    trackers.get(tracker)?.close();
    trackers.delete(tracker);
    return Promise.resolve(null);
  },
  async differences({ snapshots, snapshotsAfter = snapshots, pairs }) {
    const kept = new Snapshots(snapshots, { durable: false });
    const keptAfter = new Snapshots(snapshotsAfter, { durable: false });
    const found: FileJobAnswer<'differences'>[number][] = [];
    for (const pair of pairs) found.push(await difference(kept, keptAfter, pair));
    return found;
  },
  copy: copyFolder,
};

async function run({ id, name, input }: FileJob): Promise<FileJobEnd> {
  try {
    // Each job takes what its own name says: a pairing that only FileJobs knows.
    const act = work[name] as (input: unknown) => Promise<unknown>;
    return { id, ok: true, answer: await act(input) };
  } catch (error) {
    return { id, ok: false, message: thrownMessage(error) };
  }
}

port.on('message', (job: FileJob) => void run(job).then((end) => port.postMessage(end)));
