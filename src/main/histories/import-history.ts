import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import { metadataWithIds, withIds, type Renamed } from '../formats/entry-ids.ts';
import { JsonProblem } from '../formats/json-problem.ts';
import { type FilePart, type FileThread, readFailure, readRunlightJson, versionsOf } from '../formats/runlight-json.ts';
import { putBlob } from '../threads/blobs.ts';
import { beginImport, finishImport, type ImportedThread, takenIds } from '../threads/import-thread.ts';
import { upcast } from '../threads/upcast.ts';
import type { Snapshots } from '../workspace/changes/snapshots.ts';
import { sliceWriter, type SliceDeps } from './slices.ts';

export type ImportDeps = SliceDeps & {
  readonly newId: () => string;
  /** Where what files held is kept for a thread. */
  readonly snapshots: (threadId: string) => Pick<Snapshots, 'keepBytes'>;
};

export type ImportControl = {
  readonly signal: AbortSignal;
  /** How far it is, from 0 to 1. */
  readonly onProgress: (share: number) => void;
};

export type Imported = { readonly threadId: string; readonly entries: number };

const CANCELLED = fail('cancelled', 'The import was cancelled; nothing was imported.');
/** Ids that are looked up at once. */
const LOOK_UP = 200;

/**
 * Brings a file in as a new thread. It is read twice: first to check all of it, then to write it in slices; ids that this
 * home has already are replaced wherever they stand. Whatever goes wrong, no part of it is shown.
 */
export async function importHistory(deps: ImportDeps, path: string, control: ImportControl): Promise<Result<Imported>> {
  try {
    const size = (await stat(path)).size;
    const plan = await check(deps, path, size, control);
    if (plan === undefined) return CANCELLED;
    return await write(deps, path, size, plan, control);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      return fail('file_unreadable', `The file could not be read: ${error.message}.`, 'Choose it again.');
    }
    return readFailure(error);
  }
}

/** What the first reading finds. */
type Plan = {
  readonly thread: FileThread;
  /** By the hash of what a file held: the threads whose runs changed it, as entries name them. */
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly renamed: ReadonlyMap<string, string>;
  readonly attachments: number;
};

async function check(
  deps: ImportDeps,
  path: string,
  size: number,
  { signal, onProgress }: ImportControl,
): Promise<Plan | undefined> {
  const ids = idsToRename(deps);
  let thread: FileThread | undefined;
  let attachments = 0;
  const versions = new Map<string, Set<string>>();
  for await (const part of parts(deps, path, (bytes) => onProgress(bytes / size / 3))) {
    if (signal.aborted) return undefined;
    if (part.type === 'thread') {
      thread = part.thread;
      ids.add(thread.id);
    } else if (part.type === 'child') {
      ids.add(part.thread.id);
    } else if (part.type === 'attachment') {
      attachments += 1;
    } else if (part.type === 'entry') {
      ids.add(part.entry.id);
      const { runId, threadId } = part.entry;
      if (runId !== undefined) ids.add(runId);
      for (const hash of versionsOf(part.entry)) {
        versions.set(hash, (versions.get(hash) ?? new Set()).add(threadId));
      }
    }
  }
  if (thread === undefined) throw new JsonProblem('It has no “thread”');
  return { thread, versions, renamed: ids.renamed(), attachments };
}

/** Gathers ids, and finds new ones for those that this home has. */
function idsToRename({ write, newId }: ImportDeps) {
  const renamed = new Map<string, string>();
  let waiting = new Set<string>();

  function lookUp(): void {
    for (const id of takenIds(write, [...waiting])) renamed.set(id, newId());
    waiting = new Set();
  }

  return {
    add(id: string): void {
      if (renamed.has(id)) return;
      waiting.add(id);
      if (waiting.size >= LOOK_UP) lookUp();
    },
    renamed(): ReadonlyMap<string, string> {
      lookUp();
      return renamed;
    },
  };
}

async function write(
  deps: ImportDeps,
  path: string,
  size: number,
  { thread, versions, renamed, attachments }: Plan,
  { signal, onProgress }: ImportControl,
): Promise<Result<Imported>> {
  const root = importedThread(thread, renamed);
  const rootId = root.threadId;
  const threads = [root];
  /** `id`: as entries of the file name their thread. */
  const to = (id: string): string => (id === '' ? rootId : (renamed.get(id) ?? id));
  // Entries need them, and may stand before them.
  const kept = attachments === 0 ? ok(null) : await keepAttachments(deps, path, signal);
  if (!kept.ok) return kept;
  const begun = beginImport(deps.write, rootId, deps.now(), root.facts);
  if (!begun.ok) return begun;
  const writer = sliceWriter(deps, rootId);
  for await (const part of parts(deps, path, (bytes) => onProgress(1 / 3 + (bytes / size) * (2 / 3)))) {
    if (signal.aborted) return CANCELLED;
    if (part.type === 'version') {
      const { id: hash, bytes } = part.version;
      for (const id of versions.get(hash) ?? []) await deps.snapshots(to(id)).keepBytes(bytes);
    }
    if (part.type === 'child') {
      const child = importedThread(part.thread, renamed, part.thread.spawnedBy);
      const written = beginImport(deps.write, child.threadId, deps.now(), child.facts);
      if (!written.ok) return written;
      threads.push(child);
    }
    if (part.type !== 'entry') continue;
    const written = await writer.add(withIds(part.entry, to(part.entry.threadId), renamed));
    if (!written.ok) return written;
  }
  const rest = writer.flush();
  if (!rest.ok) return rest;
  if (signal.aborted) return CANCELLED;
  const finished = finishImport(deps.write, threads);
  return finished.ok ? ok({ threadId: rootId, entries: writer.written() }) : finished;
}

/** A thread of the file as it is to be here. One that was exported by itself works for nothing here. */
function importedThread(thread: FileThread, renamed: Renamed, spawnedBy?: SpawnedBy): ImportedThread {
  const to = (id: string): string => renamed.get(id) ?? id;
  const facts = {
    ...thread,
    headId: thread.headId === null ? null : to(thread.headId),
    metadata: metadataWithIds(thread.metadata, renamed),
  };
  if (spawnedBy === undefined) return { threadId: to(thread.id), facts: { ...facts, spawnedBy } };
  const { threadId, runId, messageId, callId } = spawnedBy;
  const call = { threadId: to(threadId), runId: to(runId), messageId: to(messageId), callId };
  return { threadId: to(thread.id), facts: { ...facts, spawnedBy: call } };
}

/** What no entry comes to need is swept like an attachment that nobody sent. */
async function keepAttachments(deps: ImportDeps, path: string, signal: AbortSignal): Promise<Result<null>> {
  for await (const part of parts(deps, path, () => undefined)) {
    if (signal.aborted) return CANCELLED;
    if (part.type !== 'attachment') continue;
    const kept = putBlob(deps.write, part.attachment.bytes, deps.now());
    if (!kept.ok) return kept;
  }
  return ok(null);
}

/** The parts of a file, read so that the loop stays free. */
async function* parts({ pace }: ImportDeps, path: string, onBytes: (bytes: number) => void): AsyncGenerator<FilePart> {
  for await (const part of readRunlightJson(textOf(path, onBytes), upcast)) {
    yield part;
    await pace.breathe();
  }
}

async function* textOf(path: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    onBytes(bytes);
    yield decoded(() => decoder.decode(chunk, { stream: true }));
  }
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new JsonProblem('It is no text in UTF-8');
  }
}
