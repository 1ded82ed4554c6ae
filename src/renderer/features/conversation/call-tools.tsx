import { GitBranch, GitFork, Split } from 'lucide-react';
import { forkThread } from '../../data/branch-actions.ts';
import { setBranchPoint, setTravelling } from '../../state/branching.ts';
import { Button } from '../../ui/button.tsx';
import type { CallBlock } from './blocks.ts';

type CallToolsProps = { readonly threadId: string; readonly resultId: string; readonly block: CallBlock };

/** How to go on from the result of a call. */
export function CallTools({ threadId, resultId, block }: CallToolsProps) {
  const { entryId: messageId, callId, name } = block;
  return (
    <div className="flex flex-wrap gap-1 pt-2">
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
      {messageId !== undefined && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Split aria-hidden />}
          onClick={() => setTravelling(threadId, { messageId, callId })}
        >
          Go back and change…
        </Button>
      )}
    </div>
  );
}
