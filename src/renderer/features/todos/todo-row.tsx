import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { statusWord, type PlanItem } from '../../../shared/todos/plan.ts';
import { workedMs, type ItemTimes } from '../../../shared/todos/plan-times.ts';
import { cx } from '../../ui/cx.ts';
import { formatElapsed, formatMoment } from '../../ui/format.ts';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';
import { useNow } from '../../ui/use-now.ts';

type TodoRowProps = {
  readonly item: PlanItem;
  readonly times: ItemTimes | undefined;
  /** When the work stopped, for an item that was left in progress; absent while it goes on. */
  readonly until: number | undefined;
  readonly justCompleted: boolean;
  /** Whether it is the one under way, which stays in sight at the edge that it would leave the panel by. */
  readonly current: boolean;
  readonly onJump: (entryId: string) => void;
  /** Opens the menu of what can be done with it. Absent: nothing can. */
  readonly onMenu?: (key: string, button: HTMLElement) => void;
  /** Where something is held over it, to be put there. */
  readonly drop?: 'before' | 'after';
};

/** With each change the plan comes whole: only rows that look different are drawn again. */
export const TodoRow = memo(drawRow, (a, b) => {
  const { item, ...others } = a;
  const { item: next, ...nextOthers } = b;
  return sameFields(others, nextOthers) && sameFields(item, next);
});

function sameFields<T extends object>(a: T, b: T): boolean {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function drawRow({ item, times, until, justCompleted, current, onJump, onMenu, drop }: TodoRowProps) {
  const { key, id, content, status, note } = item;
  const active = status === 'in_progress';
  return (
    <li
      data-status={status}
      data-todo-id={id}
      data-key={key}
      draggable={onMenu !== undefined}
      data-just-completed={justCompleted || undefined}
      aria-current={current ? 'step' : undefined}
      className={cx(
        'group flex min-w-0 items-start px-2',
        drop === 'before' && 'shadow-[0_-2px_0_var(--accent)]',
        drop === 'after' && 'shadow-[0_2px_0_var(--accent)]',
        current && 'sticky top-0 bottom-0 z-10 bg-side',
      )}
    >
      <button
        type="button"
        disabled={times === undefined}
        title={times && `Changed by ${times.byPerson ? 'you' : 'the agent'}, ${formatMoment(times.changedAt)}`}
        onClick={() => times !== undefined && onJump(times.changedBy)}
        className={cx(
          'flex min-w-0 flex-1 items-start gap-2 rounded-md px-2 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2',
          active && 'bg-accent-soft',
          justCompleted && 'bg-ok-soft',
        )}
      >
        <TodoGlyph status={status} />
        <span className="min-w-0 flex-1">
          <span
            dir="auto"
            className={cx(
              'block wrap-anywhere whitespace-pre-wrap',
              active && 'font-medium',
              // However long it is, the one that stays in sight leaves room for others.
              current && 'line-clamp-6',
              status === 'completed' && 'text-soft',
              status === 'abandoned' && 'text-faint line-through',
            )}
          >
            {codedText(content)}
          </span>
          <span className="sr-only">, {statusWord(status)}</span>
          {note !== undefined && (
            <span dir="auto" className="block text-sm wrap-anywhere text-warn">
              {codedText(note)}
            </span>
          )}
        </span>
        {times?.byPerson === true && <span className="shrink-0 text-sm leading-5 text-faint">you</span>}
        {times !== undefined && <Elapsed times={times} until={until} />}
      </button>
      {onMenu !== undefined && (
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={`Change “${codedText(content)}”`}
          onClick={(event) => onMenu(key, event.currentTarget)}
          className="mt-1 inline-flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-text"
        >
          <Ellipsis aria-hidden className="invisible size-3.5 group-focus-within:visible group-hover:visible" />
        </button>
      )}
    </li>
  );
}

function Elapsed({ times, until }: { readonly times: ItemTimes; readonly until: number | undefined }) {
  const ticking = times.activeSince !== undefined && until === undefined;
  const now = useNow(1000, ticking);
  const ms = workedMs(times, until ?? Math.max(now, times.activeSince ?? 0));
  if (ms === undefined) return null;
  return <span className="shrink-0 text-sm leading-5 text-faint">{formatElapsed(ms)}</span>;
}
