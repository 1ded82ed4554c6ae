import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ContextCut } from '../../../shared/run/context-answers.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { useAnswer } from '../../data/queries.ts';
import { ClippedText } from '../../ui/clipped-text.tsx';
import { CutCard } from '../../ui/context/cut-card.tsx';
import { cx } from '../../ui/cx.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { formatCost } from '../../ui/format.ts';
import type { At } from './use-rows.ts';

/** What took something out of the model's sight on this branch, the newest first. */
export function Cuts({ at }: { readonly at: At }) {
  const [open, setOpen] = useState(false);
  const { data = [], error } = useAnswer('context.cuts', at, { keepPrevious: true });
  const [opened, setOpened] = useState<string>();
  if (error !== null) return <FailureNote failure={error.failure} className="mx-3 mb-2" />;
  if (data.length === 0) return null;
  return (
    <div className="px-3 pb-1">
      <button
        type="button"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          setOpen(!open);
          if (!open) requestAnimationFrame(() => showFromTop(currentTarget));
        }}
        className="-mx-1.5 flex h-6 w-[calc(100%+12px)] items-center gap-1.5 rounded-md px-1.5 text-start text-sm font-medium text-soft hover:bg-hover"
      >
        <ChevronRight aria-hidden className={cx('size-3.5 shrink-0 text-faint', open && 'rotate-90')} />
        {countWords(data)}
      </button>
      {open &&
        data.map((cut) => (
          <CutCard
            key={cut.entry.id}
            body={cut.entry}
            threadId={at.threadId}
            entryId={cut.entry.id}
            cost={costOf(cut)}
            state={cut.state}
            open={opened === cut.entry.id}
            onOpenChange={(isOpen) => setOpened(isOpen ? cut.entry.id : undefined)}
          >
            {cut.entry.kind === 'compaction' && <ClippedText label="Summary" text={visibleText(cut.entry.summary)} />}
          </CutCard>
        ))}
    </div>
  );
}

/** What opens below it needs the room that is above. */
function showFromTop(button: HTMLElement): void {
  const scroller = button.closest<HTMLElement>('[data-meter]');
  if (scroller !== null) scroller.scrollTop = button.offsetTop;
}

function countWords(cuts: readonly ContextCut[]): string {
  const compactions = cuts.filter(({ entry }) => entry.kind === 'compaction').length;
  const clearings = cuts.length - compactions;
  const words = [
    compactions > 0 && `${compactions} ${compactions === 1 ? 'compaction' : 'compactions'}`,
    clearings > 0 && `outputs cleared ${clearings === 1 ? 'once' : `${clearings} times`}`,
  ];
  const all = words.filter(Boolean).join(', ');
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}`;
}

function costOf({ usage }: ContextCut): string | undefined {
  return usage && formatCost({ calls: 1, cost: usage.cost ?? 0, unpriced: usage.cost === undefined ? 1 : 0 });
}
