import { ListChecks, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { isActive } from '../../../shared/run/status.ts';
import { planItems, planProgress, type PlanChange } from '../../../shared/todos/plan.ts';
import { planTimes, tellsAllTimes } from '../../../shared/todos/plan-times.ts';
import { useEarlierPlans } from '../../data/earlier.ts';
import { useThread, type OpenThread } from '../../data/thread.ts';
import { navigate } from '../../state/route.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatAge, formatMoment } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { failedUpdate } from './stale.ts';
import { TodoRow } from './todo-row.tsx';
import { useJustCompleted } from './use-just-completed.ts';

/** The plan of a thread's active branch, as it stands now. */
export function TodosPanel({ threadId }: { readonly threadId: string }) {
  const { data } = useThread(threadId);
  return (
    <section aria-label="Todos" className="flex min-h-0 flex-1 flex-col">
      {data === undefined ? <Loading /> : <ThreadPlan key={threadId} threadId={threadId} thread={data} />}
    </section>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-4 w-16" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}

function ThreadPlan({ threadId, thread }: { readonly threadId: string; readonly thread: OpenThread }) {
  const { entries, planHistory } = thread.window;
  const { status, finishedAt, updatedAt } = thread.summary;
  const newest = planHistory.at(-1);
  const items = newest === undefined ? [] : planItems(newest.plan);
  const times = useMemo(() => planTimes(planHistory), [planHistory]);
  useEarlierPlans(thread.window, !tellsAllTimes(planHistory));
  const problem = useMemo(() => failedUpdate(entries), [entries]);
  const justCompleted = useJustCompleted(times, newest?.at ?? 0);
  const jump = useCallback((entryId: string) => navigate({ view: 'thread', threadId, entryId }), [threadId]);
  const list = useRef<HTMLOListElement>(null);
  const current = items.find((item) => item.status === 'in_progress')?.key;
  useEffect(() => {
    // The item itself sticks to the edge: what stands around it says whether its place is in sight.
    const item = current === undefined ? undefined : list.current?.querySelector('[aria-current]');
    item?.previousElementSibling?.scrollIntoView({ block: 'nearest' });
    item?.nextElementSibling?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  if (newest === undefined) {
    return (
      <>
        <EmptyState icon={ListChecks} title="This agent has not written a plan" />
        {problem !== undefined && <Problem text={`Todo update failed: ${problem}`} />}
      </>
    );
  }
  const until = isActive(status) ? undefined : (finishedAt ?? updatedAt);
  return (
    <>
      <Progress newest={newest} />
      {problem !== undefined && (
        <Problem text={`Todo update failed: ${problem}; the list shown may be stale until the next success`} />
      )}
      <div className="scroll-thin min-h-0 flex-1 overflow-x-hidden overflow-y-auto pb-2">
        {items.length === 0 ? (
          <p className="px-4 py-2 text-soft">The plan is empty.</p>
        ) : (
          <ol ref={list} aria-label="Plan" className="flex flex-col">
            {items.map((item) => (
              <TodoRow
                key={item.key}
                item={item}
                times={times.get(item.key)}
                until={until}
                justCompleted={justCompleted.has(item.key)}
                onJump={jump}
              />
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

function Progress({ newest }: { readonly newest: PlanChange }) {
  const now = useNow(30_000);
  const { done, total } = planProgress(newest.plan);
  const age = formatAge(newest.at, now);
  return (
    <div className="shrink-0 px-4 pt-3 pb-2">
      <div className="flex items-baseline justify-between gap-2 pb-1.5">
        <span className="font-medium">{`${done} of ${total}`}</span>
        <span className="truncate text-sm text-faint" title={formatMoment(newest.at)}>
          agent · {age === 'now' ? 'just now' : `${age} ago`}
        </span>
      </div>
      <ProgressBar done={done} total={total} label="Plan" />
    </div>
  );
}

function Problem({ text }: { readonly text: string }) {
  return (
    <p className="mx-4 mb-2 flex shrink-0 items-start gap-1.5 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{visibleText(text)}</span>
    </p>
  );
}
