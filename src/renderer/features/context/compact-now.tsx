import { PackageMinus } from 'lucide-react';
import { useState } from 'react';
import type { LiveRun } from '../../../shared/run/live.ts';
import { useCancelCompaction, useCompactionOutcome } from '../../data/compaction.ts';
import { useAction } from '../../data/queries.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { Button } from '../../ui/button.tsx';
import { CompactingCard } from '../../ui/context/compacting-card.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-input.tsx';

type CompactNowProps = { readonly threadId: string; readonly cutId: string | undefined };

/** Compacts the conversation by hand, shows how that goes, and why nothing came of it. */
export function CompactNow({ threadId, cutId }: CompactNowProps) {
  const { data } = useThreadPart(threadId, stateOf);
  const outcome = useCompactionOutcome(threadId);
  const cancel = useCancelCompaction(threadId);
  const compact = useAction('context.compact');
  const [writing, setWriting] = useState(false);
  const [instruction, setInstruction] = useState('');
  /** What the newest cut was when a run was asked to compact before its next call. */
  const [askedAt, setAskedAt] = useState<{ readonly cutId: string | undefined }>();
  if (data?.compaction !== undefined) {
    return (
      <div className="px-3">
        <CompactingCard {...data.compaction} threadId={threadId} />
      </div>
    );
  }
  // A program compacts by itself, where it runs.
  if (data === undefined || data.elsewhere) return null;
  const waits = askedAt !== undefined && askedAt.cutId === cutId && outcome === null && data.working;

  function submit(): void {
    const wish = instruction.trim();
    compact.mutate(wish === '' ? { threadId } : { threadId, instruction: wish }, {
      onSuccess: ({ when }) => {
        setWriting(false);
        setInstruction('');
        setAskedAt(when === 'next_call' ? { cutId } : undefined);
      },
    });
  }

  return (
    <div className="flex flex-col gap-2 px-3 pb-2">
      {outcome?.type === 'failed' && <FailureNote failure={outcome.failure} announce={false} />}
      {outcome?.type === 'cancelled' && (
        <p className="text-sm text-soft">The compaction was cancelled: nothing has changed.</p>
      )}
      {waits && (
        <p role="status" className="flex items-center gap-2 text-sm text-soft">
          <span className="min-w-0 flex-1">Compacts before the next model call.</span>
          <Button size="sm" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
      {writing && (
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label="What to keep in mind" hint="May be empty. The model that writes the summary reads it.">
            <TextArea
              autoFocus
              value={instruction}
              onValueChange={setInstruction}
              rows={2}
              maxLength={10_000}
              className="max-h-40"
            />
          </Field>
          {compact.error !== null && <FailureNote failure={compact.error.failure} />}
          <div className="flex gap-2">
            <Button type="submit" size="sm" variant="primary" aria-disabled={compact.isPending}>
              Compact
            </Button>
            <Button size="sm" onClick={() => setWriting(false)}>
              Never mind
            </Button>
          </div>
        </form>
      )}
      {!writing && !waits && (
        <Button size="sm" icon={<PackageMinus />} className="self-start" onClick={() => setWriting(true)}>
          Compact now…
        </Button>
      )}
    </div>
  );
}

type State = {
  readonly compaction?: NonNullable<LiveRun['compaction']>;
  readonly elsewhere: boolean;
  readonly working: boolean;
};

function stateOf({ summary, window: { live } }: OpenThread): State {
  const compaction = live.find(({ phase }) => phase === 'compacting')?.compaction;
  const state = {
    elsewhere: summary.source === 'code',
    working: summary.status !== 'idle' && summary.finishedAt === undefined,
  };
  return compaction === undefined ? state : { ...state, compaction };
}
