import { GitBranch, X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';

type BranchNoteProps = { readonly line: string; readonly onLeave: () => void };

/** Says that the next message goes on from an earlier entry, and leads back. */
export function BranchNote({ line, onLeave }: BranchNoteProps) {
  return (
    <div role="status" className="flex items-center gap-2 border-b px-3 py-1 text-sm text-soft">
      <GitBranch aria-hidden className="size-3.5 shrink-0 text-accent" />
      <span className="min-w-0 flex-1 truncate">
        The next message begins a branch after <bdi>“{line}”</bdi>
      </span>
      <IconButton size="sm" label="Go on at the end instead" keys="Esc" icon={<X />} onClick={onLeave} />
    </div>
  );
}
