import { ChevronRight } from 'lucide-react';
import { Fragment, useEffect, useId, useRef } from 'react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { itemProgress, type Plan, type PlanItem, planItems } from '../../../shared/todos/plan.ts';
import type { ItemTimes } from '../../../shared/todos/plan-times.ts';
import { foldKey, usePlanFolds } from '../../state/plan-folds.ts';
import { cx } from '../../ui/cx.ts';
import { type HeadedPhase, headedPhases } from '../../ui/headed-phases.ts';
import { AddItem } from './add-item.tsx';
import { TodoRow } from './todo-row.tsx';
import { type PlanEditing, usePlanEditing } from './use-plan-editing.tsx';
import { WriteRow } from './write-row.tsx';

export type PhaseTreeProps = {
  readonly threadId: string;
  readonly plan: Plan;
  readonly times: ReadonlyMap<string, ItemTimes>;
  readonly until: number | undefined;
  readonly justCompleted: ReadonlySet<string>;
  /** The keys of items that are out of sight. */
  readonly hidden: ReadonlySet<string>;
  /** Whether people can change it here. */
  readonly editable: boolean;
  readonly onJump: (entryId: string) => void;
};

/**
 * The items of a plan under their phases. Phases and their lists draw no boxes of their own, so that the item under way
 * sticks to the edges of the whole panel, not of its phase alone.
 */
export function PhaseTree(props: PhaseTreeProps) {
  const { threadId, plan, hidden, editable } = props;
  const root = useRef<HTMLDivElement>(null);
  const editing = usePlanEditing(threadId, plan, root);
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
    <div ref={root} className="flex flex-col" {...(editable ? editing.handlers : {})}>
      {headedPhases(plan).map((phase, index) => {
        const shown = phase.items.filter(({ key }) => !hidden.has(key));
        const view = { ...props, current, editing: editable && !phase.earlier ? editing : undefined };
        return phase.title === undefined ? (
          <Fragment key={index}>
            <Items {...view} items={shown} label="Plan" />
            {editable && <AddItem onAdd={editing.onAdd} />}
          </Fragment>
        ) : (
          <Phase key={index} {...view} phase={phase} title={phase.title} shown={shown} />
        );
      })}
      {editable && editing.menu}
    </div>
  );
}

type ViewProps = Omit<PhaseTreeProps, 'plan' | 'hidden'> & {
  readonly current: string | undefined;
  readonly editing: PlanEditing | undefined;
};

type PhaseProps = ViewProps & {
  readonly phase: HeadedPhase;
  readonly title: string;
  readonly shown: readonly PlanItem[];
};

function Phase({ phase, title, shown, ...view }: PhaseProps) {
  const { threadId, current, editing } = view;
  const { earlier, items, name } = phase;
  const isTarget = editing?.place?.type === 'into' && editing.place.phase === name;
  const key = foldKey(threadId, phase.key);
  const folded = usePlanFolds(({ folds }) => folds[key] ?? earlier);
  const setFolded = usePlanFolds((state) => state.setFolded);
  const id = useId();
  const { done, total } = itemProgress(items);
  // Folded or not, what is under way is in sight.
  const inSight = folded ? shown.filter((item) => item.key === current) : shown;
  return (
    <>
      <h2 data-phase={editing && name} className={cx('px-2 font-normal', isTarget && 'shadow-[0_2px_0_var(--accent)]')}>
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
            {codedText(title)}
          </span>
          <span className={cx('shrink-0 text-sm leading-5', done === total ? 'text-ok' : 'text-faint')}>
            {done}/{total}
          </span>
        </button>
      </h2>
      {inSight.length > 0 && <Items {...view} id={id} items={inSight} label={codedText(title)} />}
      {editing !== undefined && !folded && <AddItem phase={name} onAdd={editing.onAdd} />}
    </>
  );
}

type ItemsProps = ViewProps & { readonly id?: string; readonly label: string; readonly items: readonly PlanItem[] };

function Items({ id, label, items, times, until, justCompleted, current, editing, onJump }: ItemsProps) {
  return (
    <ol id={id} aria-label={label} className="contents">
      {items.map((item) =>
        editing?.writing?.key === item.key ? (
          <WriteRow
            key={item.key}
            item={item}
            what={editing.writing.what}
            onEdit={editing.onEdit}
            onEnd={editing.endWriting}
          />
        ) : (
          <TodoRow
            key={item.key}
            item={item}
            times={times.get(item.key)}
            until={item.status === 'in_progress' ? until : undefined}
            justCompleted={justCompleted.has(item.key)}
            current={item.key === current}
            onMenu={editing?.onMenu}
            drop={dropAt(editing, item.key)}
            onJump={onJump}
          />
        ),
      )}
    </ol>
  );
}

function dropAt(editing: PlanEditing | undefined, key: string): 'before' | 'after' | undefined {
  const place = editing?.place;
  return place === undefined || place.type === 'into' || place.key !== key ? undefined : place.type;
}
