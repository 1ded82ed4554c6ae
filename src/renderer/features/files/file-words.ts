import type { ChangedFileRow } from '../../../shared/files/changed-files-answer.ts';
import type { FilesUnknown } from '../../../shared/files/changed-files.ts';

const STATUS = { added: 'Added', modified: 'Modified', deleted: 'Deleted' } as const;

/** What became of a file, and by whom: `Modified by a tool and a command`. */
export function describeFile({
  status,
  by,
  gap,
  reverted,
}: Pick<ChangedFileRow, 'status' | 'by' | 'gap' | 'reverted'>): string {
  const who = by.map((one) => (one === 'command' ? 'a command' : 'a tool')).join(' and ');
  const others = gap ? ', and by someone else in between' : '';
  return `${STATUS[status]} by ${who}${others}${reverted ? '; reverted' : ''}`;
}

/** `src/lib/` and `price.ts`. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, slash), name: path.slice(slash) };
}

export function fileCount(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

const REASONS: Record<FilesUnknown, string> = {
  too_many: 'the folder has more than 50,000 files',
  too_slow: 'looking through the folder took too long',
  failed: 'the folder could not be compared',
  interrupted: 'Runlight was closed in the middle of them',
};

export function unknownText(reason: FilesUnknown): string {
  return `What some calls changed is not known: ${REASONS[reason]}`;
}
