import { GitBranch, X } from 'lucide-react';
import type { BranchPoint } from '../../state/branching.ts';
import { FilesChoice } from '../../ui/files-choice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type BranchNoteProps = {
  readonly threadId: string;
  readonly from: BranchPoint;
  readonly onFiles: (files: BranchPoint['files']) => void;
  readonly onLeave: () => void;
};

/** Says that the next message goes on from an earlier entry, with which files, and leads back. */
export function BranchNote({ threadId, from, onFiles, onLeave }: BranchNoteProps) {
  return (
    <div className="flex flex-col gap-1 border-b px-3 py-1 text-sm text-soft">
      <div role="status" className="flex items-center gap-2">
        <GitBranch aria-hidden className="size-3.5 shrink-0 text-accent" />
        <span className="min-w-0 flex-1 truncate">
          The next message begins a branch after <bdi>“{from.line}”</bdi>
        </span>
        <IconButton size="sm" label="Go on at the end instead" keys="Esc" icon={<X />} onClick={onLeave} />
      </div>
      <FilesChoice threadId={threadId} fromEntryId={from.entryId} value={from.files} onValueChange={onFiles} />
    </div>
  );
}
