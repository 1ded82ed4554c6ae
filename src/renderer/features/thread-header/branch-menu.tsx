import { Check, GitBranch } from 'lucide-react';
import { memo } from 'react';
import type { BranchLeaf } from '../../../shared/thread/branch-leaf.ts';
import { activateBranch } from '../../data/branch-actions.ts';
import { useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { formatAge } from '../../ui/format.ts';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/menu.tsx';
import { useNow } from '../../ui/use-now.ts';

const MOST = 100;

type BranchMenuProps = {
  readonly threadId: string;
  /** Other buttons need the room of its words where the header is narrow. */
  readonly brief: boolean;
};

/** Which of a thread's branches is shown, and the others, newest first; nothing where there is but one. */
export const BranchMenu = memo(function BranchMenu({ threadId, brief }: BranchMenuProps) {
  const now = useNow(60_000);
  const page = useAnswer('branch.leaves', { threadId, limit: MOST }).data;
  if (page === undefined || page.leaves.length < 2) return null;
  const { leaves, hasMore } = page;
  const active = leaves.find((leaf) => leaf.active);
  const shown = active?.label ?? `${leaves.length}${hasMore ? '+' : ''} branches`;
  return (
    <Menu
      entries={leaves.map((leaf) => ({
        label: nameOf(leaf),
        detail: formatAge(leaf.at, now),
        icon: leaf.active ? <Check /> : <span className="size-3.5" />,
        onSelect: () => activateBranch(threadId, leaf.entryId),
      }))}
    >
      <Button
        variant="ghost"
        icon={<GitBranch aria-hidden />}
        aria-label={`Branches: ${shown}`}
        title={shown}
        className="max-w-48"
      >
        <span className={cx('truncate', brief && '@max-[480px]:sr-only')}>{shown}</span>
      </Button>
    </Menu>
  );
});

function nameOf({ label, line }: BranchLeaf): string {
  return label ?? (line === '' ? 'Without words' : line);
}
