import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { notAFile, notFound, quote } from './failures.ts';
import { globMatcher } from './glob.ts';
import { compile, matchLines } from './line-matches.ts';
import { locate, missingHint } from './locate.ts';
import { openFile } from './opened.ts';
import type { Root } from './paths.ts';
import { readUpTo } from './read-file.ts';
import type { FileMatches, SearchCount, SearchEnd, SearchQuery } from './search-job.ts';
import { textOf } from './text.ts';
import { type Place, walk } from './walk.ts';

/** Larger files are passed over. */
const SEARCHED_FILE_LIMIT = 5 * 1024 * 1024;
const AT_ONCE = 8;

export type SearchEvents = {
  readonly found: (matches: FileMatches) => void;
  readonly counted: (what: SearchCount) => void;
};

/** Searches files in order of their paths. Answers whether the limit cut it short. */
export async function searchTree(root: Root, query: SearchQuery, events: SearchEvents): Promise<Result<SearchEnd>> {
  const expression = compile(query.pattern);
  if (!expression.ok) return expression;
  const files = await filesOf(root, query, events);
  if (!files.ok) return files;
  let room = query.limit;
  for await (const batch of inBatches(files.value)) {
    const texts = await Promise.all(batch.map((file) => load(root, file, events)));
    for (const [index, { relative }] of batch.entries()) {
      const text = texts[index];
      if (text === undefined) continue;
      const { count, lines } = matchLines(text, expression.value, { context: query.context, limit: room });
      events.counted('searched');
      if (lines.length > 0) events.found({ relative, lines });
      if (count > room) return ok({ more: true });
      room -= count;
    }
  }
  return ok({ more: false });
}

async function filesOf(root: Root, query: SearchQuery, events: SearchEvents): Promise<Result<AsyncIterable<Place>>> {
  const location = await locate(root, query.path);
  if (!location.ok) return location;
  const { kind, path, relative, real } = location.value;
  if (kind === 'missing') return notFound(path, missingHint(location.value));
  if (kind === 'other') return notAFile(path);
  let matches: (relative: string) => boolean;
  try {
    matches = query.glob === undefined ? () => true : globMatcher(query.glob);
  } catch {
    return fail('bad_glob', `${quote(query.glob ?? '')} is not a glob`, 'Use one like *.ts or src/**/*.{js,ts}');
  }
  return ok(kind === 'file' ? only({ real, relative }) : filesBelow(root, { real, relative }, matches, events));
}

async function* only(file: Place): AsyncGenerator<Place> {
  yield file;
}

async function* filesBelow(
  root: Root,
  start: Place,
  matches: (relative: string) => boolean,
  events: SearchEvents,
): AsyncGenerator<Place> {
  const everything = { depth: Infinity, namesPerFolder: Infinity, sizes: () => 0 };
  for await (const walked of walk(root, start, everything)) {
    if (walked.type === 'failed') events.counted('unreadable');
    if (walked.type !== 'entry' || walked.entry.kind !== 'file') continue;
    const { relative } = walked.entry;
    const fromStart = start.relative === '.' ? relative : relative.slice(start.relative.length + 1);
    if (matches(relative) || matches(fromStart)) yield walked.entry;
  }
}

async function* inBatches(files: AsyncIterable<Place>): AsyncGenerator<readonly Place[]> {
  let batch: Place[] = [];
  for await (const file of files) {
    batch.push(file);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The file's text; `undefined` when it is passed over. */
async function load(root: Root, { real, relative }: Place, events: SearchEvents): Promise<string | undefined> {
  const opened = await openFile(root, real, relative);
  if (!opened.ok) {
    events.counted('unreadable');
    return undefined;
  }
  await using handle = opened.value;
  try {
    const bytes = await readUpTo(handle, SEARCHED_FILE_LIMIT);
    const text = bytes === undefined ? undefined : textOf(bytes);
    if (text === undefined) events.counted(bytes === undefined ? 'large' : 'binary');
    return text;
  } catch {
    events.counted('unreadable');
    return undefined;
  }
}
