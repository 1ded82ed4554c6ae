import { ChevronRight, Tag } from 'lucide-react';
import { memo } from 'react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { Zoom } from '../../state/branch-view.ts';
import { cx } from '../../ui/cx.ts';
import { formatAge, formatCost, formatMoment } from '../../ui/format.ts';
import { InlineEdit, type InlineEditProps } from '../../ui/inline-edit.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { statusText } from '../../ui/status-text.ts';
import { TreeLanes } from './tree-lanes.tsx';
import type { TreeItem } from './tree-layout.ts';
import { TreeMarks } from './tree-marks.tsx';
import { branchesText, lengthOf, spokenOf, statusOf, titleOf, tokensOf } from './tree-words.ts';

const END_PX: Record<Zoom, number> = { dense: 24, cozy: 44, roomy: 66 };
const STRETCH_PX: Record<Zoom, number> = { dense: 24, cozy: 24, roomy: 44 };

/** The height of a row: what several branches share needs less room than an end. */
export function rowHeight({ isEnd, stretch: { marks } }: TreeItem, zoom: Zoom): number {
  return isEnd ? END_PX[zoom] : marks.length === 0 ? END_PX.dense : STRETCH_PX[zoom];
}

export type TreeRowProps = {
  readonly id: string;
  readonly item: TreeItem;
  readonly zoom: Zoom;
  readonly folded: boolean;
  /** The keys act on it. */
  readonly current: boolean;
  readonly found: boolean;
  readonly now: number;
  /** A person writes its name. */
  readonly naming?: Naming;
};

export type Naming = Pick<InlineEditProps, 'onSave' | 'onEnd' | 'returnTo'>;

/** The item that a click is meant for, and whether it is to be folded or unfolded: rows leave clicks to their tree, but not those in their fields. */
export function clickedIn(target: EventTarget): { readonly itemId: string; readonly folds: boolean } | undefined {
  const element = target instanceof Element ? target : null;
  const itemId = element?.closest('input') ? undefined : element?.closest<HTMLElement>('[role=treeitem]')?.dataset.item;
  return itemId === undefined ? undefined : { itemId, folds: element?.closest('[data-fold]') !== null };
}

export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, item, zoom, folded, current, found, now, naming } = props;
  const { stretch, level, position, siblings, branches, active, isEnd, live } = item;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={branches === 0 ? undefined : !folded}
      aria-selected={active}
      data-item={item.id}
      data-entry={stretch.lastId}
      data-status={isEnd ? statusOf(item) : undefined}
      data-current={current || undefined}
      title={hintOf(item)}
      className={cx(
        'relative flex h-full cursor-default items-stretch pr-3 select-none hover:bg-hover',
        active && 'bg-accent-soft hover:bg-accent-soft',
        current &&
          'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-accent',
        found && 'shadow-[inset_2px_0_0_var(--warn)]',
      )}
    >
      <span className="sr-only">{spokenOf(item, folded, now)}</span>
      <TreeLanes item={item} />
      {naming !== undefined && (
        <InlineEdit
          label="Name of the branch"
          value={stretch.label ?? ''}
          placeholder={titleOf(item)}
          maxLength={100}
          className="h-6 flex-1"
          {...naming}
        />
      )}
      <span aria-hidden className={cx('min-w-0 flex-1 flex-col text-sm', naming === undefined ? 'flex' : 'hidden')}>
        <span className="flex h-6 min-w-0 items-center gap-1.5">
          {stretch.label !== undefined && <Tag className="size-3 shrink-0 text-faint" />}
          <bdi
            className={cx(
              'min-w-0 flex-1 truncate',
              live || active ? 'text-text' : 'text-soft',
              active && 'font-medium',
            )}
          >
            {titleOf(item)}
          </bdi>
          {(zoom !== 'roomy' || isEnd) && <TreeMarks marks={stretch.marks} />}
          {isEnd ? (
            <EndFacts item={item} zoom={zoom} now={now} />
          ) : (
            <span className="shrink-0 text-xs text-faint">{lengthOf(item)}</span>
          )}
          {branches > 0 && (
            <button
              type="button"
              tabIndex={-1}
              data-fold
              className="-mr-1 flex shrink-0 items-center gap-0.5 rounded px-1 text-xs text-soft hover:bg-active hover:text-text"
            >
              {folded && item.holdsWork && <StatusDot status="running" words="" className="mr-1" />}
              {folded && branchesText(branches)}
              <ChevronRight className={cx('size-3 transition-transform duration-100', !folded && 'rotate-90')} />
            </button>
          )}
        </span>
        {isEnd && zoom !== 'dense' && <EndLine item={item} />}
        {isEnd && zoom === 'roomy' && <PlanLine item={item} />}
        {!isEnd && zoom === 'roomy' && stretch.marks.length > 0 && (
          <span className="flex h-5 min-w-0 items-center gap-2 overflow-hidden">
            <TreeMarks marks={stretch.marks} named />
          </span>
        )}
      </span>
    </div>
  );
}, isSameRow);

/** A tree that is stepped makes every item anew, and few of them different. */
function isSameRow({ item: before, ...known }: TreeRowProps, { item, ...props }: TreeRowProps): boolean {
  return (
    isSame(known, props) &&
    before.usage.calls === item.usage.calls &&
    before.passes.join() === item.passes.join() &&
    isSame({ ...before, usage: 0, passes: 0 }, { ...item, usage: 0, passes: 0 })
  );
}

function isSame<T extends object>(one: T, other: T): boolean {
  const others = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([key, value]) => others.get(key) === value);
}

/** Where it begins and ends, in full. */
function hintOf({ stretch: { first, last } }: TreeItem): string {
  return first === last ? visibleText(first) : `${visibleText(first)} … ${visibleText(last)}`;
}

type EndFactsProps = { readonly item: TreeItem; readonly zoom: Zoom; readonly now: number };

/** At the right of the first line. A wide panel has room for more there. */
function EndFacts({ item, zoom, now }: EndFactsProps) {
  const { run, usage, stretch } = item;
  const { plan, at } = stretch;
  return (
    <>
      {zoom === 'dense' && (
        <>
          <span className="hidden max-w-32 truncate text-xs text-faint @min-[480px]:inline">
            {run && visibleText(run.agent)}
          </span>
          <span className="hidden w-20 shrink-0 text-right text-xs text-faint @min-[480px]:inline">
            {tokensOf(item)}
          </span>
          <span className="hidden w-14 shrink-0 text-right text-xs text-faint @min-[480px]:inline">
            {formatCost(usage)}
          </span>
        </>
      )}
      {plan !== undefined && <Progress {...plan} />}
      {zoom !== 'dense' && statusOf(item) !== 'finished' && (
        <span className="shrink-0 text-xs text-soft">{statusText(statusOf(item))}</span>
      )}
      <span className="min-w-6 shrink-0 text-right text-xs text-faint" title={formatMoment(at)}>
        {formatAge(at, now)}
      </span>
    </>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <span className={cx('shrink-0 text-xs', done === total ? 'text-ok' : 'text-soft')}>
      {done}/{total}
    </span>
  );
}

/** Who made it, and what that took. */
function EndLine({ item }: { readonly item: TreeItem }) {
  const { run, usage } = item;
  const facts = [tokensOf(item), formatCost(usage)].filter((fact) => fact !== undefined);
  return (
    <span className="-mt-0.5 flex h-[18px] min-w-0 items-center gap-2 text-xs text-faint">
      <span className="min-w-0 flex-1 truncate">{run && visibleText(`${run.agent} · ${run.model}`)}</span>
      <span className="shrink-0">
        <span className="@max-[340px]:hidden">
          {lengthOf(item)}
          {facts.length > 0 && ' · '}
        </span>
        {facts.join(' · ')}
      </span>
    </span>
  );
}

/** How far the plan is or, without one, how the branch began. */
function PlanLine({ item: { stretch } }: { readonly item: TreeItem }) {
  const { plan, first } = stretch;
  return (
    <span className="flex h-[18px] min-w-0 items-center text-xs text-faint">
      {plan === undefined ? (
        <bdi className="truncate">{visibleText(first)}</bdi>
      ) : (
        <ProgressBar {...plan} label="Plan" className="flex-1" />
      )}
    </span>
  );
}
