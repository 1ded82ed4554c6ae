import { ListChecks } from 'lucide-react';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import { useThread, type OpenThread } from '../../data/thread.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { PlanView } from './plan-view.tsx';

/** The plan of a thread's active branch. */
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
  const newest = thread.window.planHistory.at(-1);
  if (newest !== undefined) return <PlanView threadId={threadId} thread={thread} newest={newest} />;
  return (
    <>
      <EmptyState
        icon={ListChecks}
        title={publishesNone(thread.window) ? 'This agent does not publish plans' : 'This agent has not written a plan'}
      />
      <PlanNotices window={thread.window} />
    </>
  );
}

/** As far as the window tells: whether the agent that works here, or worked last, keeps none. */
function publishesNone({ entries, notes }: ThreadWindow): boolean {
  const started = notes.findLast((note) => note.kind === 'run_started');
  const handed = entries.findLast((entry) => entry.kind === 'handoff');
  const newest = handed !== undefined && handed.seq > (started?.seq ?? 0) ? handed : started;
  return newest !== undefined && newest.agent.todos === false;
}
