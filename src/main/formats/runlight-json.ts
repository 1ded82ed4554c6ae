import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isRecord, type Json } from '../../shared/lib/json.ts';
import { fail, type Result } from '../../shared/lib/result.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import type { Entry, NoteBody, PathBody } from '../../shared/thread/entry.ts';
import { entryCheck, type EntryCheck } from './entry-check.ts';
import { jsonMembers, type JsonLimits, type JsonPiece } from './json-members.ts';
import { JsonProblem } from './json-problem.ts';

/** docs/formats/runlight-json.md describes the format. */
export const FORMAT = 'runlight-thread';
export const FORMAT_VERSION = 1;

/** A thread as a file has it, but for its entries. */
export type FileThread = {
  readonly id: string;
  readonly title: string;
  readonly titleBy: 'auto' | 'person';
  readonly createdAt: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly headId: string | null;
  readonly metadata: { readonly [key: string]: Json };
};

/** A sub-agent's thread, with the ids of this file. */
export type FileChild = FileThread & { readonly spawnedBy: SpawnedBy };

export type Scope = 'thread' | 'branch';

/** Bytes that entries name, by the hash of them. */
export type FileAttachment = { readonly id: string; readonly bytes: Uint8Array };

/** The threads of sub-agents, one after the other: each, then its entries. A child follows what it works for. */
export type ChildPart =
  | { readonly type: 'child'; readonly thread: FileChild }
  | { readonly type: 'entry'; readonly entry: Entry };

/** Hashes of what files held before and after a change. */
export function versionsOf(body: PathBody | NoteBody): readonly string[] {
  if (body.kind !== 'files_changed') return [];
  return body.files.flatMap(({ before, after }) => [before?.hash ?? [], after?.hash ?? []].flat());
}

/** Ids of the attachments that an entry names. */
export function attachmentsOf(body: PathBody | NoteBody): readonly string[] {
  return body.kind === 'user_message' ? (body.attachments ?? []).map(({ id }) => id) : [];
}

// Far more than anything that Runlight writes; a file beyond it is not one of ours.
const LIMITS: JsonLimits = { length: 64 * 1024 * 1024, depth: 500 };

const Id = z.string().min(1).max(100);

const SpawnedByIds: z.ZodType<SpawnedBy> = z.object({
  threadId: Id,
  runId: Id,
  messageId: Id,
  callId: z.string().max(1000),
});

const Thread: z.ZodType<FileThread> = z.object({
  id: Id,
  title: z.string().min(1).max(1000),
  titleBy: z.enum(['auto', 'person']),
  createdAt: z.int().nonnegative(),
  pinned: z.boolean(),
  archived: z.boolean(),
  headId: Id.nullable(),
  metadata: z.record(
    z.string().max(200),
    z.custom<Json>((value) => value !== undefined),
  ),
});

/** Entries of a child have its id as their `threadId`, the others an empty one. */
export type FilePart =
  | { readonly type: 'thread'; readonly thread: FileThread }
  | ChildPart
  | { readonly type: 'attachment'; readonly attachment: FileAttachment }
  | { readonly type: 'version'; readonly version: FileAttachment };

/**
 * Reads a file, checking everything: its parts in the order in which they stand there. The last one is followed by
 * nothing only when the whole file was good; else this throws a `FileProblem`.
 */
export async function* readRunlightJson(
  chunks: AsyncIterable<string>,
  upcast: (v: number, body: object) => object,
): AsyncGenerator<FilePart> {
  const check = entryCheck(upcast);
  const children = childrenCheck(upcast);
  const seen = new Set<string>();
  /** Attachments that entries name, and those that are there. */
  const named = new Set<string>();
  const there = new Set<string>();
  let root: FileThread | undefined;
  for await (const piece of jsonMembers(chunks, LIMITS)) {
    if (piece.index === undefined && seen.has(piece.key)) throw wrong(piece, `“${piece.key}” is there twice`);
    seen.add(piece.key);
    if (piece.key === 'entries') {
      if (piece.index === undefined) throw wrong(piece, 'the entries must be a list');
      const checked = check.next(parsed(piece));
      if (!checked.ok) throw wrong(piece, checked.problem);
      for (const id of attachmentsOf(checked.entry)) named.add(id);
      yield { type: 'entry', entry: { ...checked.entry, threadId: '' } };
    } else if (piece.key === 'children' && piece.index !== undefined) {
      const part = children.next(piece);
      if (part.type === 'entry') for (const id of attachmentsOf(part.entry)) named.add(id);
      yield part;
    } else if (piece.key === 'attachments' && piece.index !== undefined) {
      const attachment = bytesIn(piece);
      there.add(attachment.id);
      yield { type: 'attachment', attachment };
    } else if (piece.key === 'fileVersions' && piece.index !== undefined) {
      yield { type: 'version', version: bytesIn(piece) };
    } else if (piece.key === 'thread' && piece.index === undefined) {
      root = threadIn(piece, parsed(piece));
      yield { type: 'thread', thread: root };
    } else {
      checkMember(piece);
    }
  }
  for (const key of ['format', 'version', 'thread']) {
    if (!seen.has(key)) throw new JsonProblem(`It has no “${key}”`);
  }
  const missing = [...named].find((id) => !there.has(id));
  if (missing !== undefined) throw new JsonProblem(`The attachment ${missing} is missing`);
  if (root === undefined) return;
  checkHead(root, check);
  children.end(root.id, check);
}

function checkHead({ headId }: FileThread, { hasPath }: EntryCheck): void {
  if (headId !== null && !hasPath(headId)) {
    throw new JsonProblem(`The thread’s headId ${JSON.stringify(headId)} is none of its path entries`);
  }
}

/** Checks the threads of sub-agents: each by itself, and in the end that it works for one before it. */
function childrenCheck(upcast: (v: number, body: object) => object) {
  const threads: { readonly thread: FileChild; readonly check: EntryCheck }[] = [];
  return {
    next(piece: JsonPiece): ChildPart {
      const value = parsed(piece);
      if (isRecord(value) && 'thread' in value) {
        const spawnedBy = isRecord(value.thread) ? SpawnedByIds.safeParse(value.thread.spawnedBy) : undefined;
        if (spawnedBy?.success !== true) throw wrong(piece, 'it does not say which call it works for');
        const thread = { ...threadIn(piece, value.thread), spawnedBy: spawnedBy.data };
        threads.push({ thread, check: entryCheck(upcast) });
        return { type: 'child', thread };
      }
      const open = threads.at(-1);
      if (open === undefined) throw wrong(piece, 'an entry stands before the thread that it belongs to');
      const checked = open.check.next(value);
      if (!checked.ok) throw wrong(piece, checked.problem);
      return { type: 'entry', entry: { ...checked.entry, threadId: open.thread.id } };
    },
    end(rootId: string, root: EntryCheck): void {
      const known = new Map([[rootId, root]]);
      for (const { thread, check } of threads) {
        checkHead(thread, check);
        const { threadId, messageId } = thread.spawnedBy;
        if (known.has(thread.id)) throw new JsonProblem(`The thread ${thread.id} is there twice`);
        if (known.get(threadId)?.hasPath(messageId) !== true) {
          throw new JsonProblem(`What the thread ${thread.id} works for does not come before it`);
        }
        known.set(thread.id, check);
      }
    },
  };
}

function bytesIn(piece: JsonPiece): FileAttachment {
  const value = parsed(piece);
  if (!isRecord(value) || typeof value.id !== 'string' || typeof value.base64 !== 'string') {
    throw wrong(piece, 'it needs an id and its bytes in base64');
  }
  const bytes = Buffer.from(value.base64, 'base64');
  if (createHash('sha256').update(bytes).digest('hex') !== value.id) {
    throw wrong(piece, 'its bytes are not those that its id is the hash of');
  }
  return { id: value.id, bytes };
}

function checkMember(piece: JsonPiece): void {
  const { key } = piece;
  const value = parsed(piece);
  if (key === 'format') {
    if (value !== FORMAT) throw wrong(piece, `the format is ${shown(value)}, and should be ${shown(FORMAT)}`);
  } else if (key === 'version') {
    if (!Number.isSafeInteger(value) || Number(value) < 1) throw wrong(piece, `the version ${shown(value)} is none`);
    if (Number(value) > FORMAT_VERSION) {
      throw new NewerFile(
        `It was written by a newer Runlight (format ${Number(value)}; this one reads ${FORMAT_VERSION})`,
      );
    }
  } else if (key === 'scope') {
    if (value !== 'thread' && value !== 'branch') throw wrong(piece, `the scope ${shown(value)} is not known`);
  } else {
    // Leaving out what is there would lose it silently.
    throw wrong(piece, `it holds ${key}, which this Runlight cannot read`);
  }
}

function threadIn(piece: JsonPiece, value: unknown): FileThread {
  const checked = Thread.safeParse(value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw wrong(piece, `thread.${issue?.path.join('.')}: ${issue?.message}`);
  }
  return value as FileThread;
}

function parsed(piece: JsonPiece): unknown {
  try {
    return JSON.parse(piece.text);
  } catch {
    throw wrong(piece, 'it is no JSON');
  }
}

const ITEMS: Readonly<Record<string, string>> = {
  entries: 'entry',
  children: 'line',
  attachments: 'attachment',
  fileVersions: 'version',
};

function wrong({ key, index, line }: JsonPiece, problem: string): JsonProblem {
  const name = index === undefined ? '' : ` (${ITEMS[key] ?? key} ${index + 1})`;
  return new JsonProblem(`Line ${line}${name}: ${problem}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60);
}

class NewerFile extends JsonProblem {}

/** What a throw of `readRunlightJson` means to a person; anything else is thrown on. */
export function readFailure(error: unknown): Result<never> {
  if (error instanceof NewerFile)
    return fail('file_newer', `${error.message}.`, 'Update Runlight, then import it again.');
  if (!(error instanceof JsonProblem)) throw error;
  return fail(
    'file_invalid',
    `This is no thread that Runlight exported, or it was changed. ${error.message}.`,
    'Nothing was imported. Export the thread again where it came from.',
  );
}
