import { ChevronLeft, ChevronRight, Columns2, Tag, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { activateSibling, labelBranch } from '../../data/branch-actions.ts';
import { openCompare } from '../../state/compare.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import type { Block } from './blocks.ts';

type BranchStripProps = { readonly block: Block; readonly threadId: string };

/** Where branches part: which of them this is, a way to the others, and its name. */
export function BranchStrip({ block: { siblings, label, entryId = '' }, threadId }: BranchStripProps) {
  const [renaming, setRenaming] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  return (
    <div className="-mb-1.5 flex min-h-6 items-center gap-2 pt-1 text-sm text-faint">
      {siblings !== undefined && (
        <div role="group" aria-label="Branches here" className="flex items-center">
          <IconButton
            size="sm"
            label="Previous branch"
            keys={keysOf('previous-branch')}
            icon={<ChevronLeft />}
            disabled={siblings.previousId === undefined}
            onClick={() => activateSibling(threadId, siblings, -1)}
          />
          <span>
            {siblings.position} / {siblings.total}
          </span>
          <IconButton
            size="sm"
            label="Next branch"
            keys={keysOf('next-branch')}
            icon={<ChevronRight />}
            disabled={siblings.nextId === undefined}
            onClick={() => activateSibling(threadId, siblings, 1)}
          />
          <IconButton
            size="sm"
            label="Compare with the branch beside"
            icon={<Columns2 />}
            onClick={() =>
              openCompare({ threadId, entryId: siblings.previousId ?? siblings.nextId }, { threadId, entryId })
            }
          />
        </div>
      )}
      {label !== undefined && (
        <span className="group/label flex min-w-0 items-center gap-1">
          <Tag aria-hidden className="size-3 shrink-0" />
          {renaming ? (
            <InlineEdit
              label="Name of the branch"
              value={label}
              maxLength={100}
              className="h-5 w-64"
              onSave={(next) => labelBranch(threadId, entryId, next)}
              onEnd={() => {
                // Left by a key, not by a click elsewhere.
                const byKey = document.activeElement !== document.body;
                flushSync(() => setRenaming(false));
                if (byKey) name.current?.focus();
              }}
            />
          ) : (
            <button
              ref={name}
              type="button"
              className="min-w-0 truncate hover:text-text"
              title="Rename this branch"
              onClick={() => setRenaming(true)}
            >
              <bdi>{label}</bdi>
            </button>
          )}
          <IconButton
            size="sm"
            label="Remove the name"
            icon={<X />}
            className="opacity-0 group-hover/label:opacity-100 focus-visible:opacity-100"
            onClick={() => labelBranch(threadId, entryId, '')}
          />
        </span>
      )}
    </div>
  );
}
