import { PackageMinus } from 'lucide-react';
import type { CompactionTrigger } from '../../../shared/thread/context-bodies.ts';
import { useAction } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { formatElapsed } from '../../ui/format.ts';
import { showFailure } from '../../ui/toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { CompactingBlock } from './blocks.ts';

type CompactingRowProps = { readonly block: CompactingBlock; readonly threadId: string };

/** A summary is being written; until it is there nothing has changed. */
export function CompactingRow({ block: { trigger, since }, threadId }: CompactingRowProps) {
  const now = useNow(1000);
  const cancel = useAction('context.cancel');
  return (
    <div role="status" className="my-2 flex min-h-8 items-center gap-2 rounded-md border border-dashed px-3 py-1">
      <PackageMinus aria-hidden className="size-3.5 shrink-0 animate-pulse text-accent motion-reduce:animate-none" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        Compacting the conversation
        <span className="text-faint">{WHY[trigger]}</span>
      </span>
      <span className="shrink-0 text-sm text-faint">{formatElapsed(Math.max(0, now - since))}</span>
      <Button
        size="sm"
        aria-disabled={cancel.isPending}
        onClick={() =>
          !cancel.isPending && cancel.mutate({ threadId }, { onError: ({ failure }) => showFailure(failure) })
        }
      >
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
