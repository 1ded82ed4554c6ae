import { ChevronRight } from 'lucide-react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { type PlanChange, type PlanDifference, type PlanItem, statusWord } from '../../../shared/todos/plan.ts';
import { cx } from '../../ui/cx.ts';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';
import { useRemembered } from './memory.ts';
import { planOutline } from './plan-outline.ts';

type PlanTreeProps = {
  readonly blockKey: string;
  readonly change: PlanChange;
  readonly changes: readonly PlanDifference[];
};

/** The plan as a call left it: a few lines around what is under way, until the person asks for all of it. */
export function PlanTree({ blockKey, change: { plan }, changes }: PlanTreeProps) {
  const [whole, setWhole] = useRemembered(`${blockKey}/plan`, false);
  const { lines, moreItems, morePhases } = planOutline(plan, changes, whole);
  const more = moreItems + morePhases > 0;
  if (lines.length === 0) return null;
  return (
    <div className="mt-0.5 mb-2 ml-[6px] border-l pl-4">
      <ol aria-label="Plan" className="flex flex-col gap-0.5">
        {lines.map((line, index) =>
          line.kind === 'item' ? (
            <ItemLine key={`item ${line.item.key}`} item={line.item} />
          ) : (
            <li key={`phase ${index}`} className="flex min-w-0 gap-2 leading-5 text-soft">
              <span dir="auto" className={cx('min-w-0 truncate', line.open && 'font-medium text-text')}>
                {codedText(line.title)}
              </span>
              <span className="shrink-0 text-sm leading-5 text-faint">
                {line.progress.done}/{line.progress.total}
              </span>
            </li>
          ),
        )}
      </ol>
      {(whole || more) && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="-ml-1 flex h-6 items-center gap-1 rounded px-1 text-sm text-soft hover:bg-hover hover:text-text"
        >
          <ChevronRight aria-hidden className={cx('size-3 shrink-0', whole && 'rotate-90')} />
          {whole ? 'Show less' : moreWords(moreItems, morePhases)}
        </button>
      )}
    </div>
  );
}

function ItemLine({ item: { content, status, note } }: { readonly item: PlanItem }) {
  const current = status === 'in_progress';
  return (
    <li
      data-status={status}
      aria-current={current ? 'step' : undefined}
      className={cx('flex min-w-0 items-start gap-1.5 leading-5', current ? 'font-medium' : 'text-soft')}
    >
      <TodoGlyph status={status} />
      <bdi className={cx('min-w-0 truncate', status === 'abandoned' && 'text-faint line-through')}>
        {codedText(content)}
      </bdi>
      {note !== undefined && <bdi className="min-w-0 shrink-50 truncate text-warn">{codedText(note)}</bdi>}
      <span className="sr-only">, {statusWord(status)}</span>
    </li>
  );
}

function moreWords(items: number, phases: number): string {
  const parts = [count(items, 'item'), count(phases, 'phase')].filter((part) => part !== undefined);
  return `${parts.join(' and ')} more`;
}

function count(number: number, word: string): string | undefined {
  return number === 0 ? undefined : `${number} ${number === 1 ? word : `${word}s`}`;
}
