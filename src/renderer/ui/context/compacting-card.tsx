import { PackageMinus } from 'lucide-react';
import type { CompactionTrigger } from '../../../shared/thread/context-bodies.ts';
import { useCancelCompaction } from '../../data/compaction.ts';
import { Button } from '../button.tsx';
import { formatElapsed } from '../format.ts';
import { useNow } from '../use-now.ts';

type CompactingCardProps = { readonly trigger: CompactionTrigger; readonly since: number; readonly threadId: string };

/** A summary is being written; until it is there nothing has changed. */
export function CompactingCard({ trigger, since, threadId }: CompactingCardProps) {
  const now = useNow(1000);
  const cancel = useCancelCompaction(threadId);
  return (
    <div role="status" className="my-2 flex min-h-8 items-center gap-2 rounded-md border border-dashed px-3 py-1">
      <PackageMinus aria-hidden className="size-3.5 shrink-0 animate-pulse text-accent motion-reduce:animate-none" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        Compacting the conversation
        <span className="text-faint">{WHY[trigger]}</span>
      </span>
      <span className="shrink-0 text-sm text-faint">{formatElapsed(Math.max(0, now - since))}</span>
      <Button size="sm" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

const WHY: Record<CompactionTrigger, string> = {
  threshold: ': it nearly fills what the model can read',
  overflow: ': it was longer than the model can read',
  person: '',
};
