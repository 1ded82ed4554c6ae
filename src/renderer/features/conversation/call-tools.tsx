import { GitBranch, GitFork } from 'lucide-react';
import { forkThread } from '../../data/branch-actions.ts';
import { setBranchPoint } from '../../state/branching.ts';
import { Button } from '../../ui/button.tsx';

type CallToolsProps = { readonly threadId: string; readonly resultId: string; readonly name: string };

/** How to go on from the result of a call. */
export function CallTools({ threadId, resultId, name }: CallToolsProps) {
  return (
    <div className="flex gap-1 pt-2">
      <Button
        variant="ghost"
        size="sm"
        icon={<GitBranch aria-hidden />}
        onClick={() => {
          setBranchPoint(threadId, { entryId: resultId, line: `the result of ${name}`, files: 'now' });
          document.querySelector<HTMLElement>('[aria-label="Composer"] textarea')?.focus();
        }}
      >
        Branch from here
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<GitFork aria-hidden />}
        onClick={() => void forkThread(threadId, resultId)}
      >
        Fork to a new thread
      </Button>
    </div>
  );
}
