import type { FileDifference } from '../../../shared/files/file-difference.ts';
import type { FileState } from '../../../shared/files/file-version.ts';
import { fileDiff } from '../file-diff.ts';
import { textOf } from '../text.ts';
import type { StatePair } from './file-jobs.ts';
import type { Snapshots } from './snapshots.ts';

export async function difference(
  snapshots: Snapshots,
  snapshotsAfter: Snapshots,
  { before, after }: StatePair,
): Promise<FileDifference> {
  const [old, now] = [await bytesOf(snapshots, before), await bytesOf(snapshotsAfter, after)];
  if (old === undefined || now === undefined) return { type: 'not_kept' };
  const [oldText, nowText] = [textOf(old), textOf(now)];
  if (oldText === undefined || nowText === undefined) return { type: 'binary' };
  return { type: 'text', ...fileDiff(oldText, nowText) };
}

/** Nothing where nothing stood. */
async function bytesOf(snapshots: Snapshots, state: FileState): Promise<Buffer | undefined> {
  if (state === null) return Buffer.alloc(0);
  return state.hash === undefined ? undefined : snapshots.read(state.hash);
}
