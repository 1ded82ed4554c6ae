import type { FilesSince } from '../../shared/ipc/requests/branches.ts';
import { useAnswer } from '../data/queries.ts';
import { Select } from './select.tsx';

export type FilesChoiceValue = 'now' | 'then';

type FilesChoiceProps = {
  readonly threadId: string;
  /** Where the branch goes on from. */
  readonly fromEntryId: string | null;
  readonly value: FilesChoiceValue;
  readonly onValueChange: (value: FilesChoiceValue) => void;
};

/** Which files a branch from an earlier entry works on; nothing where none are known to have changed since. */
export function FilesChoice({ threadId, fromEntryId, value, onValueChange }: FilesChoiceProps) {
  const since = useAnswer('branch.files', { threadId, fromEntryId }, { staleTime: 0 }).data;
  if (since === undefined || since === null) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm text-faint">
      <Select
        aria-label="Files"
        value={value}
        onValueChange={onValueChange}
        className="w-72"
        options={[
          { value: 'now', label: 'With the files as they are now' },
          { value: 'then', label: 'With the files as they were then, in a copy' },
        ]}
      />
      <p className="wrap-anywhere">{sinceText(since)}</p>
    </div>
  );
}

const MOST_NAMES = 5;

function sinceText({ changed, unrestored, more, unknown, folder }: FilesSince): string {
  const files = changed === 1 ? '1 file was' : `${changed} files were`;
  const names = unrestored.slice(0, MOST_NAMES).join(', ');
  const others = more + Math.max(0, unrestored.length - MOST_NAMES);
  const lost = [names, others > 0 ? `${others} more` : ''].filter((part) => part !== '').join(' and ');
  return [
    `${files} changed in ${folder} since by runs of this thread.`,
    lost === '' ? '' : `A copy could not bring back: ${lost}.`,
    unknown === true ? 'What some commands changed is not known.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
