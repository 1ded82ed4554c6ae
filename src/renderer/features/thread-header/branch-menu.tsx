import { Check, GitBranch } from 'lucide-react';
import type { BranchLeaf } from '../../../shared/thread/branch-leaf.ts';
import { activateBranch } from '../../data/branch-actions.ts';
import { useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { formatAge } from '../../ui/format.ts';
import { Menu } from '../../ui/menu.tsx';
import { useNow } from '../../ui/use-now.ts';

const MOST = 100;

/** Which of a thread's branches is shown, and the others, newest first; nothing where there is but one. */
export function BranchMenu({ threadId }: { readonly threadId: string }) {
  const now = useNow(60_000);
  const page = useAnswer('branch.leaves', { threadId, limit: MOST }).data;
  if (page === undefined || page.leaves.length < 2) return null;
  const { leaves, hasMore } = page;
  const active = leaves.find((leaf) => leaf.active);
  const shown = active?.label ?? `${leaves.length}${hasMore ? '+' : ''} branches`;
  return (
    <Menu
      entries={leaves.map((leaf) => ({
        label: `${nameOf(leaf)} · ${formatAge(leaf.at, now)}`,
        icon: leaf.active ? <Check /> : <span className="size-3.5" />,
        onSelect: () => activateBranch(threadId, leaf.entryId),
      }))}
    >
      <Button
        variant="ghost"
        icon={<GitBranch aria-hidden />}
        aria-label={`Branches: ${shown}`}
        className="max-w-48 min-w-0"
      >
        <span className="truncate">{shown}</span>
      </Button>
    </Menu>
  );
}

function nameOf({ label, line }: BranchLeaf): string {
  return label ?? (line === '' ? 'Without words' : line);
}
