import { structuredPatch } from 'diff';

/** Larger texts are not compared line by line, and longer differences are not kept. */
const TEXT_LIMIT = 256 * 1024;
/** Beyond this many changed lines finding the shortest difference would take more than about 10 ms. */
const MAX_EDITS = 400;
const CONTEXT = 3;

export type FileDiff = {
  /** Unified, without file headers; empty when the texts are too large. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
};

/** What changed from one text to the other. Its time has a limit: where too much changed, the changed part is one block. */
export function fileDiff(before: string, after: string): FileDiff {
  const isSmall = before.length + after.length <= TEXT_LIMIT;
  if (!isSmall) return { diff: '', ...countChanged(before, after) };
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MAX_EDITS });
  if (patch === undefined) return replacedBlock(before, after);
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  const diff = patch.hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  return { diff: joined(diff), added: count('+'), removed: count('-') };
}

function range(start: number, lines: number): string {
  // A range of no lines is named by the line before it.
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Everything between the first and the last line that differ, as removed and added again. */
function replacedBlock(before: string, after: string): FileDiff {
  const old = linesOf(before);
  const now = linesOf(after);
  const shorter = Math.min(old.length, now.length);
  let same = 0;
  while (same < shorter && old[same] === now[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < shorter - same && old.at(-1 - sameEnd) === now.at(-1 - sameEnd)) sameEnd += 1;
  const removed = old.slice(same, old.length - sameEnd);
  const added = now.slice(same, now.length - sameEnd);
  const header = `@@ -${range(same + 1, removed.length)} +${range(same + 1, added.length)} @@`;
  return {
    diff: joined([header, ...marked('-', removed), ...marked('+', added)]),
    added: added.length,
    removed: removed.length,
  };
}

/** The lines between the first and the last difference, found without taking the texts apart. */
function countChanged(before: string, after: string): Omit<FileDiff, 'diff'> {
  const shorter = Math.min(before.length, after.length);
  const same = sameLength(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const start = before.lastIndexOf('\n', same - 1) + 1;
  const sameEnd = sameLength(shorter - start, (from, to) => endOf(before, from, to) === endOf(after, from, to));
  const isLineStart = (text: string): boolean => {
    const at = text.length - sameEnd;
    return at === start || text.charAt(at - 1) === '\n';
  };
  // The end begins with a whole line in both.
  const next = before.indexOf('\n', before.length - sameEnd);
  const end = isLineStart(before) && isLineStart(after) ? sameEnd : next === -1 ? 0 : before.length - next - 1;
  const lines = (text: string): number => countLines(text.slice(start, text.length - end));
  return { added: lines(after), removed: lines(before) };
}

function endOf(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

/** How much is the same, by comparing ever smaller blocks. `isSame` is asked about ranges below `length`. */
function sameLength(length: number, isSame: (from: number, to: number) => boolean): number {
  let same = 0;
  for (let block = 65_536; block >= 1; block /= 16) {
    while (same + block <= length && isSame(same, same + block)) same += block;
  }
  return same;
}

function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Lines with their endings, so that a missing one at the end is a difference. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, String.raw`\ No newline at end of file`],
  );
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
