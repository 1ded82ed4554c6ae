import { ENTRY_VERSION, type Entry } from '../../shared/thread/entry.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { must } from '../../shared/lib/assert.ts';
import { isRecord } from '../../shared/lib/json.ts';
import { type MarkdownPart, writeMarkdown } from '../formats/markdown.ts';
import { type FileBytes, type FileThread, type Scope, writeRunlightJson } from '../formats/runlight-json.ts';
import { blobOf } from '../threads/blobs.ts';
import { leavesOf } from '../threads/branches.ts';
import { snapshot, type ReadDb } from '../threads/database.ts';
import { newestSeq } from '../threads/entries.ts';
import { planAt } from '../threads/plans.ts';
import { threadFacts, type ThreadFacts } from '../threads/thread-rows.ts';
import type { Snapshots } from '../workspace/changes/snapshots.ts';
import { fileName } from './file-name.ts';
import type { Pace } from '../lib/pace.ts';
import { branchEntries, branchPages, renumbered, threadEntries } from './read-branch.ts';

export type ExportFormat = 'json' | 'markdown';

export type ExportRequest = {
  readonly threadId: string;
  /** `branch`: the active one. */
  readonly scope: Scope;
  readonly format: ExportFormat;
};

/** A file that is about to be written. */
export type ExportFile = {
  readonly name: string;
  readonly mediaType: string;
  /** The text in pieces; reading them goes easy on the loop. `onEntry` is called with how many entries are through. */
  readonly text: (onEntry?: (done: number) => void) => AsyncIterable<string>;
  /** About how many entries there are. */
  readonly entries: number;
};

export type ExportDeps = {
  readonly read: ReadDb;
  readonly pace: Pace;
  readonly timeZone: string;
  /** What the thread's runs changed; see `ThreadFiles`. */
  readonly snapshots: (threadId: string) => Pick<Snapshots, 'read'>;
};

/** A history as it is at this moment; what a run adds later is not in it. */
export function exportHistory(deps: ExportDeps, request: ExportRequest): Result<ExportFile> {
  const { threadId, scope, format } = request;
  const known = snapshot(deps.read, 'exportHistory', () => ({
    facts: threadFacts(deps.read, threadId),
    seq: newestSeq(deps.read, threadId),
  }));
  if (known.facts === undefined) {
    return fail('thread_not_found', 'This thread does not exist any more.', 'Choose another one.');
  }
  const { facts, seq } = known;
  return ok({
    name: fileName(facts.title, format === 'json' ? '.runlight.json' : '.md'),
    mediaType: format === 'json' ? 'application/json; charset=utf-8' : 'text/markdown; charset=utf-8',
    entries: seq,
    text: (onEntry = () => undefined) =>
      format === 'json'
        ? jsonText(deps, threadId, scope, facts, seq, onEntry)
        : writeMarkdown({ title: facts.title, timeZone: deps.timeZone }, markdownParts(deps, request, facts, onEntry)),
  });
}

async function* jsonText(
  { read, pace, snapshots }: ExportDeps,
  threadId: string,
  scope: Scope,
  facts: ThreadFacts,
  seq: number,
  onEntry: (done: number) => void,
): AsyncGenerator<string> {
  const kept = snapshots(threadId);
  const bytes: FileBytes = { attachment: bytesIn(read), version: (hash) => kept.read(hash) };
  if (scope === 'thread') {
    const entries = current(threadEntries(read, pace, threadId, seq), onEntry);
    yield* writeRunlightJson(scope, { id: threadId, ...facts }, entries, bytes);
    return;
  }
  const { headId, metadata } = facts;
  const ids = new Set(Object.values(metadata).map(entryNamedBy));
  const onBranch = new Set<string>();
  const visit = ({ id }: { readonly id: string }): void => {
    if (ids.has(id)) onBranch.add(id);
  };
  const pages = headId === null ? [] : (await branchPages(read, pace, threadId, headId, { visit })).pages;
  // What was written of another branch stays there.
  const named = Object.entries(metadata).filter(([, value]) => {
    const id = entryNamedBy(value);
    return id === undefined || onBranch.has(id);
  });
  const thread: FileThread = { id: threadId, ...facts, metadata: Object.fromEntries(named) };
  const entries = current(renumbered(branchEntries(read, pace, threadId, pages)), onEntry);
  yield* writeRunlightJson(scope, thread, entries, bytes);
}

/** What a thread needs is there as long as the thread is. */
function bytesIn(read: ReadDb): (id: string) => Uint8Array {
  return (id) => must(blobOf(read, id), `attachment ${id}`);
}

function entryNamedBy(value: unknown): string | undefined {
  return isRecord(value) && typeof value.entryId === 'string' ? value.entryId : undefined;
}

/** Entries are read with their bodies brought up to date, and so they are written. */
async function* current(entries: AsyncIterable<Entry>, onEntry: (done: number) => void): AsyncGenerator<Entry> {
  let done = 0;
  for await (const entry of entries) {
    yield { ...entry, v: ENTRY_VERSION };
    done += 1;
    onEntry(done);
  }
}

/** The active branch first; of a whole thread then each other branch, from where it leaves those before it. */
async function* markdownParts(
  { read, pace }: ExportDeps,
  { threadId, scope }: ExportRequest,
  { headId }: ThreadFacts,
  onEntry: (done: number) => void,
): AsyncGenerator<MarkdownPart> {
  const leaves = scope === 'branch' ? [] : leavesOf(read, threadId).filter((id) => id !== headId);
  const forks = new Set<string>();
  let done = 0;
  for (const [index, leafId] of [...(headId === null ? [] : [headId]), ...leaves].entries()) {
    // Where two branches part, an entry has several children: those of branches that were written are all there is to know.
    const passed: string[] = [];
    const { pages, above } = await branchPages(read, pace, threadId, leafId, {
      isKnown: (id) => forks.has(id),
      visit: ({ id, children }) => {
        if (children > 1) passed.push(id);
      },
    });
    for (const id of passed) forks.add(id);
    if (index > 0) yield { type: 'branch', plan: above === null ? undefined : planAt(read, above) };
    for await (const entry of branchEntries(read, pace, threadId, pages)) {
      yield { type: 'entry', entry };
      done += 1;
      onEntry(done);
    }
  }
}
