import type { CompareSide } from '../../shared/compare/compare-side.ts';
import type { FileDetail, StepPart } from '../../shared/compare/comparison.ts';
import { compareSteps, type StepKind } from '../../shared/compare/steps.ts';
import type { FileDifference } from '../../shared/files/file-difference.ts';
import { prettyJson } from '../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import { pairOf } from '../files/changed-files.ts';
import type { ThreadFiles } from '../files/thread-files.ts';
import { entryById } from '../threads/entries.ts';
import type { Stores } from '../threads/stores.ts';
import { fileDiff } from '../workspace/file-diff.ts';
import type { StatePair } from '../workspace/changes/file-jobs.ts';
import { readParts } from './branch-part.ts';
import { sideFiles } from './side-files.ts';

/** A step of one side, as the rows of a comparison name it. */
export type StepPlace = { readonly entryId: string; readonly callId?: string; readonly resultId?: string };

const MODEL = 'Model';
/** More of a text is counted. */
const MOST_TEXT = 100_000;

/** What a step holds; with both sides, what differs between them. Fails with `entry_not_found`. */
export function stepParts(
  stores: Stores,
  { left, right }: { readonly left?: StepPlace; readonly right?: StepPlace },
): Result<readonly StepPart[]> {
  const ours = left === undefined ? new Map<string, string>() : textsOf(stores, left);
  const theirs = right === undefined ? new Map<string, string>() : textsOf(stores, right);
  if (ours === undefined || theirs === undefined) {
    return fail('entry_not_found', 'This step is not there any more', 'Compare again');
  }
  const names = [...new Set([...ours.keys(), ...theirs.keys()])];
  const parts = names.map((name) => partOf(name, ours.get(name), theirs.get(name)));
  // Which model answered is told where that differs.
  return ok(parts.filter(({ name, type }) => name !== MODEL || type === 'differs'));
}

function partOf(name: string, left: string | undefined, right: string | undefined): StepPart {
  if (left === undefined) return { name, type: 'right', text: right ?? '' };
  if (right === undefined) return { name, type: 'left', text: left };
  return left === right
    ? { name, type: 'same', text: left }
    : { name, type: 'differs', diff: fileDiff(left, right).diff };
}

const WORDS: Readonly<Record<Exclude<StepKind, 'call'>, string>> = {
  message: 'Message',
  answer: 'Answer',
  handoff: 'Agent',
  compaction: 'Summary',
  todo_edit: 'Change',
  intervention: 'Changed',
};

/** The texts of a step, by name; `undefined` where it is not there. */
function textsOf(stores: Stores, { entryId, callId, resultId }: StepPlace): ReadonlyMap<string, string> | undefined {
  const db = stores.of(entryId).read;
  const entry = entryById(db, entryId);
  const result = resultId === undefined ? undefined : entryById(db, resultId);
  const entries = [entry, result].filter((one) => one !== undefined);
  const step = compareSteps(entries).find((one) => one.callId === callId);
  if (entry === undefined || step === undefined) return undefined;
  const { kind, input, output } = step;
  const texts: readonly (readonly [string, string])[] =
    kind === 'call'
      ? [
          ['Arguments', prettyJson(input)],
          [output?.isError === true ? 'Error' : 'Result', output?.content ?? ''],
        ]
      : [...besides(entry), [WORDS[kind], input]];
  return new Map(texts.filter(([, text]) => text !== '').map(([name, text]) => [name, clipped(text)]));
}

/** What belongs to a message besides its words. */
function besides(entry: Entry): readonly (readonly [string, string])[] {
  if (entry.kind === 'user_message') return [['Attached', entry.attachments?.map(({ name }) => name).join('\n') ?? '']];
  if (entry.kind !== 'assistant_message') return [];
  return [
    [MODEL, entry.model],
    ['Reasoning', entry.reasoning],
  ];
}

function clipped(text: string): string {
  return text.length <= MOST_TEXT
    ? text
    : `${text.slice(0, MOST_TEXT)}\n… (${text.length - MOST_TEXT} more characters)\n`;
}

/** What both sides made of a file. Fails with `not_changed`, and where its versions cannot be read. */
export async function fileDetail(
  { stores, files }: { readonly stores: Stores; readonly files: Pick<ThreadFiles, 'desk' | 'snapshots'> },
  { path, ...sides }: { readonly left: CompareSide; readonly right: CompareSide; readonly path: string },
): Promise<Result<FileDetail>> {
  const parts = await readParts(stores, sides);
  if (!parts.ok) return parts;
  const left = sideFiles(parts.value.left.entries).byPath.get(path);
  const right = sideFiles(parts.value.right.entries).byPath.get(path);
  if (left === undefined && right === undefined) {
    return fail('not_changed', `“${path}” is not among the changed files any more`);
  }
  const folders = {
    left: files.snapshots(sides.left.threadId).folder,
    right: files.snapshots(sides.right.threadId).folder,
  };
  async function difference(from: string, to: string, pair: StatePair): Promise<Result<FileDifference>> {
    const found = await files.desk.ask('differences', { snapshots: from, snapshotsAfter: to, pairs: [pair] });
    return found.ok ? ok(found.value[0] ?? { type: 'not_kept' }) : found;
  }
  const asked = {
    left: left && (await difference(folders.left, folders.left, pairOf(left))),
    right: right && (await difference(folders.right, folders.right, pairOf(right))),
    between:
      left && right && (await difference(folders.left, folders.right, { before: left.after, after: right.after })),
  };
  const detail: { -readonly [K in keyof FileDetail]: FileDetail[K] } = {};
  for (const name of ['left', 'right', 'between'] as const) {
    const found = asked[name];
    if (found === undefined) continue;
    if (!found.ok) return found;
    detail[name] = found.value;
  }
  return ok(detail);
}
