import { ListTodo } from 'lucide-react';
import { planRowDiffers, type PlacedItem, type PlanRow } from '../../../shared/compare/plan-rows.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { statusWord } from '../../../shared/todos/plan.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';
import { itemWords } from './compare-words.ts';

type PlanRowsProps = { readonly rows: readonly PlanRow[]; readonly onlyDifferences: boolean };

/** Both plans as they were left, item by item. */
export function PlanRows({ rows, onlyDifferences }: PlanRowsProps) {
  const shown = onlyDifferences ? rows.filter(planRowDiffers) : rows;
  if (shown.length === 0) {
    return rows.length === 0 ? (
      <EmptyState icon={ListTodo} title="No plan on either side" text="Neither agent has written one." />
    ) : (
      <EmptyState icon={ListTodo} title="No item differs" text="Both plans say the same." />
    );
  }
  return (
    <table aria-label="Plans" className="w-full table-fixed border-collapse">
      <colgroup>
        <col />
        <col />
        <col className="w-28" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
          <th scope="col">What differs</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row, index) => (
          <tr key={index} data-differs={planRowDiffers(row) || undefined} className="border-b align-top">
            <ItemCell placed={row.left} tone={row.right === undefined ? 'bg-bad-soft' : ''} />
            <ItemCell placed={row.right} tone={row.left === undefined ? 'bg-ok-soft' : ''} />
            <td className="py-1.5 pe-4 text-end text-sm text-soft">{outcome(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function outcome({ left, right, differs }: PlanRow): string {
  if (left === undefined) return 'right only';
  return right === undefined ? 'left only' : itemWords(differs);
}

function ItemCell({ placed, tone }: { readonly placed: PlacedItem | undefined; readonly tone: string }) {
  if (placed === undefined) return <td />;
  const { item, phase } = placed;
  return (
    <td className={cx('px-4 py-1.5', tone)}>
      <span className="flex min-w-0 items-start gap-2">
        <TodoGlyph status={item.status} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
            {visibleText(item.content)}
          </span>
          <span className="block text-sm text-faint">
            {phase !== undefined && <bdi>{visibleText(phase)} · </bdi>}
            {statusWord(item.status)}
            {item.note !== undefined && <bdi>: {visibleText(item.note)}</bdi>}
          </span>
        </span>
      </span>
    </td>
  );
}
