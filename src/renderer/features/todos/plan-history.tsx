import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { describeDifference, type PlanChange } from '../../../shared/todos/plan.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/format.ts';
import { momentText, writerOf, type PlanMoment } from './plan-moment.ts';

type PlanHistoryProps = {
  readonly history: readonly PlanChange[];
  readonly hasEarlier: boolean;
  readonly moment: PlanMoment;
  /** Whether an earlier moment than the newest is shown. */
  readonly past: boolean;
  /** `undefined`: back to now. */
  readonly onMoment: (entryId: string | undefined) => void;
};

/** Runs the plan back through its history; the browser's own slider brings the keys along. */
export function PlanHistory({ history, hasEarlier, moment, past, onMoment }: PlanHistoryProps) {
  const id = useId();
  const last = history.length - 1;
  return (
    <div className="flex shrink-0 flex-col gap-1 border-t px-4 py-2">
      <div className="flex h-6 items-center justify-between gap-2 text-sm text-soft">
        <label htmlFor={id} className="truncate">
          History
          <span className="text-faint">
            {' · '}
            {past ? `change ${moment.index + 1}` : countWords(history.length, hasEarlier)}
          </span>
        </label>
        {past && (
          <Button size="sm" variant="ghost" icon={<RotateCcw aria-hidden />} onClick={() => onMoment(undefined)}>
            Back to now
          </Button>
        )}
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        step={1}
        value={moment.index}
        aria-valuetext={momentText(moment, history.length, hasEarlier)}
        onChange={(event) => {
          const index = event.target.valueAsNumber;
          onMoment(index === last ? undefined : history[index]?.entryId);
        }}
        className="h-4 w-full accent-accent"
      />
    </div>
  );
}

function countWords(count: number, hasEarlier: boolean): string {
  return `${count}${hasEarlier ? '+' : ''} ${count === 1 ? 'change' : 'changes'}`;
}

type MomentChangesProps = { readonly moment: PlanMoment; readonly onJump: (entryId: string) => void };

/** Who changed the plan at that moment, when, and what; each line leads to where it happened. */
export function MomentChanges({ moment: { change, differences }, onJump }: MomentChangesProps) {
  const { entryId, at } = change;
  return (
    <section aria-label="What changed then" className="mx-4 mb-2 shrink-0 rounded-md border bg-raised">
      <p className="px-2 pt-1.5 text-sm text-faint">
        {writerOf(change)} · {formatMoment(at)}
      </p>
      {differences === undefined ? (
        <p className="px-2 pb-1.5 text-sm text-soft">What came before is still being loaded.</p>
      ) : (
        <ul className="scroll-thin max-h-28 overflow-x-hidden overflow-y-auto pb-1">
          {differences.map((difference, index) => (
            <li key={index}>
              <button
                type="button"
                onClick={() => onJump(entryId)}
                className="w-full px-2 py-0.5 text-start text-sm wrap-anywhere hover:bg-hover focus-visible:-outline-offset-2"
              >
                <bdi>{codedText(describeDifference(difference))}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
