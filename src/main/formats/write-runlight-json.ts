import type { Entry } from '../../shared/thread/entry.ts';
import {
  attachmentsOf,
  FORMAT,
  FORMAT_VERSION,
  versionsOf,
  type ChildPart,
  type FileThread,
  type Scope,
} from './runlight-json.ts';

/** Where bytes come from that entries name by their hash. */
export type FileBytes = {
  readonly attachment: (id: string) => Uint8Array;
  /** What a file held before or after a change in a run of `threadId`; `undefined` where that was not kept. */
  readonly version: (hash: string, threadId: string) => Promise<Uint8Array | undefined>;
};

/** Writes the file, piece by piece: an entry, an attachment or a version of a file, a line. */
export async function* writeRunlightJson(
  scope: Scope,
  thread: FileThread,
  entries: AsyncIterable<Entry>,
  children: AsyncIterable<ChildPart>,
  bytesOf: FileBytes,
): AsyncGenerator<string> {
  yield `{\n"format": ${JSON.stringify(FORMAT)},\n"version": ${FORMAT_VERSION},\n"scope": ${JSON.stringify(scope)},\n`;
  yield `"thread": ${JSON.stringify(thread)},\n"entries": [`;
  let separator = '\n';
  const attached = new Set<string>();
  /** By their hash, a thread that has them. */
  const versions = new Map<string, string>();

  function lineOf({ threadId, ...entry }: Entry): string {
    for (const id of attachmentsOf(entry)) attached.add(id);
    for (const hash of versionsOf(entry)) versions.set(hash, threadId);
    const line = separator + JSON.stringify(entry);
    separator = ',\n';
    return line;
  }

  for await (const entry of entries) yield lineOf(entry);
  yield '\n],\n"children": [';
  separator = '\n';
  for await (const part of children) {
    if (part.type === 'entry') yield lineOf(part.entry);
    else yield `${separator}{"thread":${JSON.stringify(part.thread)}}`;
    separator = ',\n';
  }
  yield '\n],\n"attachments": [';
  separator = '\n';
  for (const id of attached) {
    yield separator + bytesLine(id, bytesOf.attachment(id));
    separator = ',\n';
  }
  yield '\n],\n"fileVersions": [';
  separator = '\n';
  for (const [hash, threadId] of versions) {
    const bytes = await bytesOf.version(hash, threadId);
    if (bytes === undefined) continue;
    yield separator + bytesLine(hash, bytes);
    separator = ',\n';
  }
  yield '\n]\n}\n';
}

function bytesLine(id: string, bytes: Uint8Array): string {
  return `{"id":${JSON.stringify(id)},"base64":"${Buffer.from(bytes).toString('base64')}"}`;
}
