import { ListChecks } from 'lucide-react';
import { useThreadPart } from '../../data/thread.ts';
import { editTodos } from '../../data/todo-actions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddItem } from './add-item.tsx';
import { ParentPlan } from './parent-plan.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { PlanView } from './plan-view.tsx';
import { planPart, type PlanPart } from './plan-part.ts';

/** The plan of a thread's active branch. */
export function TodosPanel({ threadId }: { readonly threadId: string }) {
  const { data } = useThreadPart(threadId, planPart);
  return (
    <section aria-label="Todos" className="flex min-h-0 flex-1 flex-col">
      {data?.spawnedBy !== undefined && <ParentPlan spawnedBy={data.spawnedBy} />}
      {data === undefined ? <Loading /> : <ThreadPlan key={threadId} thread={data} />}
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

function ThreadPlan({ thread }: { readonly thread: PlanPart }) {
  const newest = thread.planHistory.at(-1);
  if (newest !== undefined) return <PlanView thread={thread} newest={newest} />;
  return (
    <>
      <EmptyState
        icon={ListChecks}
        title={thread.publishesNone ? 'This agent does not publish plans' : 'This agent has not written a plan'}
      />
      {thread.editable && <AddItem onAdd={(content) => void editTodos(thread.threadId, { type: 'add', content })} />}
      <PlanNotices thread={thread} />
    </>
  );
}
