import { expect, test } from 'vitest';
import type { FilesChangedBody } from '../thread/entry.ts';
import { type ChangedFiles, type FilesNote, tallyFiles } from './changed-files.ts';
import type { FileState } from './file-version.ts';

/** `a`: a file with this content; nothing: none. */
const state = (content: string): FileState => (content === '' ? null : { hash: content, bytes: content.length });

type Step = readonly [by: FilesChangedBody['by'], run: string, change: string];

/** `path:before>after`, as notes at 1, 2, … */
function notes(...steps: readonly Step[]): readonly FilesNote[] {
  return steps.map(([by, runId, change], index) => {
    const [, path = '', before = '', after = ''] = /^(\w+):(\w*)>(\w*)$/.exec(change) ?? [];
    const files = [{ path, before: state(before), after: state(after) }];
    const stamp = { id: `n${index}`, threadId: 't', seq: index + 1, at: index + 1, v: 1, targetId: 'e' };
    return { ...stamp, ...(runId === '' ? {} : { runId }), kind: 'files_changed', by, root: '/w', files };
  });
}

function sumOf(all: readonly FilesNote[], runId?: string): ChangedFiles {
  const tally = tallyFiles(runId);
  for (const note of all) tally.add(note);
  return tally.sum();
}

/** `path:before>after by marks`. */
function told(all: readonly FilesNote[], runId?: string): readonly string[] {
  const hash = (one: FileState): string => one?.hash ?? '';
  return sumOf(all, runId).files.map(({ path, before, after, by, gap, reverted }) => {
    const undone = reverted === undefined ? '' : ` reverted from ${hash(reverted.from)}`;
    return `${path}:${hash(before)}>${hash(after)} by ${by.join()}${gap ? ' gap' : ''}${undone}`;
  });
}

test('a file is seen from its first change to its last, in the order of first changes', () => {
  const all = notes(['tool', 'r1', 'a:1>2'], ['command', 'r1', 'b:>x'], ['command', 'r2', 'a:2>3']);
  expect(told(all)).toEqual(['a:1>3 by tool,command', 'b:>x by command']);
  expect(told(all, 'r1')).toEqual(['a:1>2 by tool', 'b:>x by command']);
  expect(told(all, 'r2')).toEqual(['a:2>3 by command']);
});

test('what is as it was is left out', () => {
  expect(
    told(notes(['tool', 'r', 'a:1>2'], ['tool', 'r', 'a:2>1'], ['tool', 'r', 'b:>x'], ['command', 'r', 'b:x>'])),
  ).toEqual([]);
});

test('a change by someone else between two of them shows', () => {
  expect(told(notes(['tool', 'r', 'a:1>2'], ['tool', 'r', 'a:other>3']))).toEqual(['a:1>3 by tool gap']);
});

test('a revert shows until the change is brought back, and a later change is seen from there', () => {
  const changed: Step = ['tool', 'r', 'a:1>2'];
  const reverted: Step = ['person', '', 'a:2>1'];
  expect(told(notes(changed, reverted))).toEqual(['a:1>1 by tool reverted from 2']);
  expect(told(notes(changed, reverted, ['person', '', 'a:1>2']))).toEqual(['a:1>2 by tool']);
  expect(told(notes(changed, reverted, ['command', 'r2', 'a:1>3']))).toEqual(['a:1>3 by command']);
  expect(told(notes(changed, ['person', '', 'a:mine>1']))).toEqual(['a:1>1 by tool reverted from mine']);
});

test('the revert of one run is none of another', () => {
  const all = notes(['tool', 'r1', 'a:1>2'], ['tool', 'r2', 'a:2>3'], ['person', '', 'a:3>2']);
  expect(told(all)).toEqual(['a:1>2 by tool']);
  expect(told(all, 'r1')).toEqual(['a:1>2 by tool']);
  expect(told(all, 'r2')).toEqual(['a:2>2 by tool reverted from 3']);
});

test('what was too large to keep is never taken for the same', () => {
  const large = { bytes: 9 };
  const [note] = notes(['command', 'r', 'a:1>2']);
  const all = note === undefined ? [] : [{ ...note, files: [{ path: 'a', before: large, after: large }] }];
  expect(sumOf(all).files).toHaveLength(1);
});

test('what is not known or not listed adds up', () => {
  const [note] = notes(['command', 'r', 'a:1>2']);
  const all =
    note === undefined
      ? []
      : [
          { ...note, more: 2 },
          { ...note, more: 3, unknown: 'too_many' as const },
          { ...note, unknown: 'too_many' as const },
        ];
  expect(sumOf(all)).toMatchObject({ more: 5, unknown: ['too_many'] });
});
