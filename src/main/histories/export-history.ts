import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import { ENTRY_VERSION, type Entry } from '../../shared/thread/entry.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { must } from '../../shared/lib/assert.ts';
import { isRecord } from '../../shared/lib/json.ts';
import { type MarkdownPart, writeMarkdown } from '../formats/markdown.ts';
import type { ChildPart, FileThread, Scope } from '../formats/runlight-json.ts';
import { type FileBytes, writeRunlightJson } from '../formats/write-runlight-json.ts';
import { blobOf } from '../threads/blobs.ts';
import { familyOf } from '../threads/children.ts';
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
    children: childrenNow(deps.read, threadId),
  }));
  if (known.facts === undefined) {
    return fail('thread_not_found', 'This thread does not exist any more.', 'Choose another one.');
  }
  const { facts, seq, children } = known;
  return ok({
    name: fileName(facts.title, format === 'json' ? '.runlight.json' : '.md'),
    mediaType: format === 'json' ? 'application/json; charset=utf-8' : 'text/markdown; charset=utf-8',
    entries: children.reduce((entries, child) => entries + child.seq, seq),
    text: (onEntry = () => undefined) =>
      format === 'json'
        ? jsonText(deps, { id: threadId, facts, seq }, scope, children, counter(onEntry))
        : writeMarkdown(
            { title: facts.title, timeZone: deps.timeZone },
            markdownParts(deps, request, facts, children, counter(onEntry)),
          ),
  });
}

/** A thread as it is when the export begins. */
type Known = { readonly id: string; readonly facts: ThreadFacts; readonly seq: number };
type KnownChild = Known & { readonly spawnedBy: SpawnedBy };

/** The threads of sub-agents, each after the one that it works for. */
function childrenNow(read: ReadDb, threadId: string): readonly KnownChild[] {
  return familyOf(read, threadId)
    .slice(1)
    .flatMap((id) => {
      const facts = threadFacts(read, id);
      return facts?.spawnedBy === undefined
        ? []
        : [{ id, facts, spawnedBy: facts.spawnedBy, seq: newestSeq(read, id) }];
    });
}

/** Counts over everything that is written. */
function counter(onEntry: (done: number) => void): () => void {
  let done = 0;
  return () => {
    done += 1;
    onEntry(done);
  };
}

/** Those that answer a call of these messages, and those below them. */
function* answering(children: readonly KnownChild[], messages: ReadonlySet<string>): Generator<KnownChild> {
  const taken = new Set<string>();
  for (const child of children) {
    const { threadId, messageId } = child.spawnedBy;
    if (!messages.has(messageId) && !taken.has(threadId)) continue;
    taken.add(child.id);
    yield child;
  }
}

async function* jsonText(
  { read, pace, snapshots }: ExportDeps,
  { id: threadId, facts: known, seq }: Known,
  scope: Scope,
  children: readonly KnownChild[],
  onEntry: () => void,
): AsyncGenerator<string> {
  // By itself it works for nothing.
  const facts = { ...known, spawnedBy: undefined };
  const bytes: FileBytes = { attachment: bytesIn(read), version: (hash, id) => snapshots(id).read(hash) };
  async function* childParts(chosen: Iterable<KnownChild>): AsyncGenerator<ChildPart> {
    for (const { id, facts: own, spawnedBy, seq: last } of chosen) {
      yield { type: 'child', thread: { id, ...own, spawnedBy } };
      for await (const entry of current(threadEntries(read, pace, id, last), onEntry)) yield { type: 'entry', entry };
    }
  }
  if (scope === 'thread') {
    const entries = current(threadEntries(read, pace, threadId, seq), onEntry);
    yield* writeRunlightJson(scope, { id: threadId, ...facts }, entries, childParts(children), bytes);
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
  const messages = new Set<string>();
  const entries = current(renumbered(branchEntries(read, pace, threadId, pages)), onEntry, messages);
  // Whose calls are on the branch is known once it is written.
  yield* writeRunlightJson(scope, thread, entries, childParts(answering(children, messages)), bytes);
}

/** What a thread needs is there as long as the thread is. */
function bytesIn(read: ReadDb): (id: string) => Uint8Array {
  return (id) => must(blobOf(read, id), `attachment ${id}`);
}

function entryNamedBy(value: unknown): string | undefined {
  return isRecord(value) && typeof value.entryId === 'string' ? value.entryId : undefined;
}

/** Entries are read with their bodies brought up to date, and so they are written. `messages` gets those that call tools. */
async function* current(
  entries: AsyncIterable<Entry>,
  onEntry: () => void,
  messages?: Set<string>,
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    yield { ...entry, v: ENTRY_VERSION };
    if (entry.kind === 'assistant_message' && entry.calls.length > 0) messages?.add(entry.id);
    onEntry();
  }
}

/**
 * The active branch first; of a whole thread then each other branch, from where it leaves those before it. Then the threads
 * of sub-agents, with their active branches.
 */
async function* markdownParts(
  deps: ExportDeps,
  { threadId, scope }: ExportRequest,
  facts: ThreadFacts,
  children: readonly KnownChild[],
  onEntry: () => void,
): AsyncGenerator<MarkdownPart> {
  const messages = new Set<string>();
  const titles = new Map([[threadId, facts.title]]);
  for await (const part of threadParts(deps, threadId, scope, facts)) {
    yield part;
    if (part.type !== 'entry') continue;
    if (part.entry.kind === 'assistant_message') messages.add(part.entry.id);
    onEntry();
  }
  for (const child of answering(children, messages)) {
    titles.set(child.id, child.facts.title);
    yield { type: 'child', title: child.facts.title, worksFor: titles.get(child.spawnedBy.threadId) ?? '' };
    for await (const part of threadParts(deps, child.id, 'branch', child.facts)) {
      yield part;
      onEntry();
    }
  }
}

async function* threadParts(
  { read, pace }: ExportDeps,
  threadId: string,
  scope: Scope,
  { headId }: ThreadFacts,
): AsyncGenerator<MarkdownPart> {
  const leaves = scope === 'branch' ? [] : leavesOf(read, threadId).filter((id) => id !== headId);
  const forks = new Set<string>();
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
    }
  }
}
