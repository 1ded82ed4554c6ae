import { memo } from 'react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { statusWord, type PlanItem } from '../../../shared/todos/plan.ts';
import { workedMs, type ItemTimes } from '../../../shared/todos/plan-times.ts';
import { cx } from '../../ui/cx.ts';
import { formatElapsed, formatMoment } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';

type TodoRowProps = {
  readonly item: PlanItem;
  readonly times: ItemTimes | undefined;
  /** When the work stopped, for an item that was left in progress; absent while it goes on. */
  readonly until: number | undefined;
  readonly justCompleted: boolean;
  readonly onJump: (entryId: string) => void;
};

export const TodoRow = memo(function TodoRow({ item, times, until, justCompleted, onJump }: TodoRowProps) {
  const { id, content, status } = item;
  const current = status === 'in_progress';
  return (
    <li
      data-status={status}
      data-todo-id={id}
      data-just-completed={justCompleted || undefined}
      aria-current={current ? 'step' : undefined}
      // The item under way stays in sight at the edge that it would leave the panel by.
      className={cx('px-2', current && 'sticky top-0 bottom-0 z-10 bg-side')}
    >
      <button
        type="button"
        disabled={times === undefined}
        onClick={() => times !== undefined && onJump(times.changedBy)}
        className={cx(
          'flex w-full min-w-0 items-start gap-2 rounded-md px-2 py-1.5 text-start transition-colors duration-150 hover:bg-hover focus-visible:-outline-offset-2',
          current && 'bg-accent-soft',
          justCompleted && 'bg-ok-soft',
        )}
      >
        <TodoGlyph status={status} />
        <span className="min-w-0 flex-1">
          <span
            dir="auto"
            className={cx(
              'block wrap-anywhere whitespace-pre-wrap',
              current && 'font-medium',
              status === 'completed' && 'text-soft',
              status === 'abandoned' && 'text-faint line-through',
            )}
          >
            {visibleText(content)}
          </span>
          <span className="sr-only">, {statusWord(status)}</span>
        </span>
        {times !== undefined && <Elapsed times={times} until={until} />}
      </button>
    </li>
  );
});

function Elapsed({ times, until }: { readonly times: ItemTimes; readonly until: number | undefined }) {
  const ticking = times.activeSince !== undefined && until === undefined;
  const now = useNow(1000, ticking);
  const ms = workedMs(times, until ?? Math.max(now, times.activeSince ?? 0));
  if (ms === undefined) return null;
  return (
    <span
      className="shrink-0 text-sm leading-5 text-faint"
      title={`Changed by the agent, ${formatMoment(times.changedAt)}`}
    >
      {formatElapsed(ms)}
    </span>
  );
}
