import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { itemProgress, type Plan, type PlanItem, planItems } from '../../../shared/todos/plan.ts';
import type { ItemTimes } from '../../../shared/todos/plan-times.ts';
import { usePlanFolds } from '../../state/plan-folds.ts';
import { cx } from '../../ui/cx.ts';
import { type HeadedPhase, headedPhases } from '../../ui/headed-phases.ts';
import { TodoRow } from './todo-row.tsx';

export type PhaseTreeProps = {
  readonly threadId: string;
  readonly plan: Plan;
  readonly times: ReadonlyMap<string, ItemTimes>;
  readonly until: number | undefined;
  readonly justCompleted: ReadonlySet<string>;
  /** The keys of items that are out of sight. */
  readonly hidden: ReadonlySet<string>;
  readonly onJump: (entryId: string) => void;
};

/**
 * The items of a plan under their phases. Phases and their lists draw no boxes of their own, so that the item under way
 * sticks to the edges of the whole panel, not of its phase alone.
 */
export function PhaseTree(props: PhaseTreeProps) {
  const { plan, hidden } = props;
  const root = useRef<HTMLDivElement>(null);
  const current = planItems(plan).find(({ status }) => status === 'in_progress')?.key;
  useEffect(() => {
    // The item itself sticks to the edge: what stands around it says whether its place is in sight.
    if (current === undefined) return;
    const lines = [...(root.current?.querySelectorAll('li, h2') ?? [])];
    const at = lines.findIndex((line) => line.ariaCurrent === 'step');
    lines[at - 1]?.scrollIntoView({ block: 'nearest' });
    lines[at + 1]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div ref={root} className="flex flex-col">
      {headedPhases(plan).map((phase, index) => {
        const shown = phase.items.filter(({ key }) => !hidden.has(key));
        const view = { ...props, current };
        return phase.title === undefined ? (
          <Items key={index} {...view} items={shown} label="Plan" />
        ) : (
          <Phase key={index} {...view} phase={phase} title={phase.title} shown={shown} />
        );
      })}
    </div>
  );
}

type ViewProps = Omit<PhaseTreeProps, 'plan' | 'hidden'> & { readonly current: string | undefined };

type PhaseProps = ViewProps & {
  readonly phase: HeadedPhase;
  readonly title: string;
  readonly shown: readonly PlanItem[];
};

function Phase({ phase, title, shown, ...view }: PhaseProps) {
  const { threadId, current } = view;
  const { earlier, items } = phase;
  const key = `${threadId} ${phase.key}`;
  const folded = usePlanFolds(({ folds }) => folds[key] ?? earlier);
  const setFolded = usePlanFolds((state) => state.setFolded);
  const id = useId();
  const { done, total } = itemProgress(items);
  // Folded or not, what is under way is in sight.
  const inSight = folded ? shown.filter((item) => item.key === current) : shown;
  return (
    <>
      <h2 className="px-2 font-normal">
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={inSight.length > 0 ? id : undefined}
          onClick={() => setFolded(key, !folded)}
          className="flex w-full min-w-0 items-start gap-1.5 rounded-md py-1 pr-2 pl-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={cx(
              'mt-1 size-3 shrink-0 text-faint transition-transform duration-100',
              folded ? 'rtl:rotate-180' : 'rotate-90',
            )}
          />
          <span
            dir="auto"
            className={cx('line-clamp-3 min-w-0 flex-1 font-medium wrap-anywhere', earlier && 'text-soft')}
          >
            {visibleText(title)}
          </span>
          <span className={cx('shrink-0 text-sm leading-5', done === total ? 'text-ok' : 'text-faint')}>
            {done}/{total}
          </span>
        </button>
      </h2>
      {inSight.length > 0 && <Items {...view} id={id} items={inSight} label={visibleText(title)} />}
    </>
  );
}

type ItemsProps = ViewProps & { readonly id?: string; readonly label: string; readonly items: readonly PlanItem[] };

function Items({ id, label, items, times, until, justCompleted, current, onJump }: ItemsProps) {
  return (
    <ol id={id} aria-label={label} className="contents">
      {items.map((item) => (
        <TodoRow
          key={item.key}
          item={item}
          times={times.get(item.key)}
          until={item.status === 'in_progress' ? until : undefined}
          justCompleted={justCompleted.has(item.key)}
          current={item.key === current}
          onJump={onJump}
        />
      ))}
    </ol>
  );
}
