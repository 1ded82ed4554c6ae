import { CornerLeftUp } from 'lucide-react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { SpawnedBy } from '../../../shared/thread/spawned-by.ts';
import { planItems, planProgress } from '../../../shared/todos/plan.ts';
import { type OpenThread, useThreadPart } from '../../data/thread.ts';
import { routeHash } from '../../state/route.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';

/** Above the plan of a sub-agent: how far that is which it works for, and what that is at. Nothing where it has no plan. */
export function ParentPlan({ spawnedBy: { threadId, messageId } }: { readonly spawnedBy: SpawnedBy }) {
  const plan = useThreadPart(threadId, newestPlan).data;
  if (plan === undefined) return null;
  const { done, total, current, title } = plan;
  return (
    <a
      href={routeHash({ view: 'thread', threadId, entryId: messageId })}
      aria-label={`Plan of “${title}”, ${done} of ${total}`}
      className="flex shrink-0 flex-col gap-1 border-b px-3 py-2 text-sm text-soft no-underline hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex min-w-0 items-center gap-2">
        <CornerLeftUp aria-hidden className="size-3.5 shrink-0 text-faint" />
        <bdi className="min-w-0 flex-1 truncate">{visibleText(title)}</bdi>
        <ProgressBar label={`Plan of ${title}`} done={done} total={total} className="w-12 shrink-0" />
        <span className="shrink-0">
          {done}/{total}
        </span>
      </span>
      {current !== undefined && (
        <span className="flex min-w-0 items-start gap-2 text-text">
          <TodoGlyph status="in_progress" />
          <bdi className="min-w-0 truncate leading-5">{visibleText(current)}</bdi>
        </span>
      )}
    </a>
  );
}

function newestPlan({ summary, window }: OpenThread) {
  const plan = window.planHistory.at(-1)?.plan;
  if (plan === undefined || planItems(plan).length === 0) return undefined;
  const current = planItems(plan).find(({ status }) => status === 'in_progress')?.content;
  return { ...planProgress(plan), current, title: summary.title };
}
