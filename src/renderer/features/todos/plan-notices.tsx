import { EyeOff, TriangleAlert, type LucideIcon } from 'lucide-react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { useAnswer } from '../../data/queries.ts';
import type { PlanPart } from './plan-part.ts';

type PlanNoticesProps = { readonly thread: PlanPart };

/** What one must know to read the panel right: that the list may be old, or that the model no longer has it before it. */
export function PlanNotices({ thread }: PlanNoticesProps) {
  const { problem } = thread;
  const seen = useSeesPlan(thread);
  const planned = thread.planHistory.length > 0;
  return (
    <>
      {problem !== undefined && (
        <Notice
          icon={TriangleAlert}
          text={`Todo update failed: ${problem}${planned ? '; the list shown may be stale until the next success' : ''}`}
        />
      )}
      {!seen && <Notice icon={EyeOff} text="The model no longer sees this plan" />}
    </>
  );
}

/** What the window holds mostly tells; where it does not, the engine is asked. True until it has answered. */
function useSeesPlan({ threadId, seen: { told, since } }: PlanPart): boolean {
  const asked = useAnswer(
    'context.seesPlan',
    { threadId, entryId: since ?? '' },
    { enabled: since !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  return told ?? asked.data ?? true;
}

type NoticeProps = { readonly icon: LucideIcon; readonly text: string };

function Notice({ icon: Icon, text }: NoticeProps) {
  return (
    <p className="mx-4 mb-2 flex shrink-0 items-start gap-1.5 text-sm text-warn">
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      <span dir="auto" className="line-clamp-4 min-w-0 wrap-anywhere">
        {codedText(text)}
      </span>
    </p>
  );
}
