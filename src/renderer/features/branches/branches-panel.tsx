import { GitBranch } from 'lucide-react';
import { useBranchTree } from '../../data/branch-tree.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TreeView } from './tree-view.tsx';

/** All branches of a thread, and where they part. */
export function BranchesPanel({ threadId }: { readonly threadId: string }) {
  return (
    <section aria-label="Branches" className="flex min-h-0 flex-1 flex-col">
      <ThreadBranches key={threadId} threadId={threadId} />
    </section>
  );
}

function ThreadBranches({ threadId }: { readonly threadId: string }) {
  const { data: tree, error } = useBranchTree(threadId);
  if (tree === undefined) {
    return error === null ? <Loading /> : <FailureNote failure={error.failure} className="m-4" />;
  }
  if (tree.stretches.length === 0) return <EmptyState icon={GitBranch} title="Nothing is written yet" text={HOW} />;
  return (
    <>
      <TreeView threadId={threadId} tree={tree} />
      {tree.stretches.length === 1 && (
        <p className="shrink-0 border-t px-4 py-3 text-sm text-soft">This thread has one branch. {HOW}</p>
      )}
    </>
  );
}

const HOW = 'Another begins when you edit a message, regenerate an answer, or choose “Branch from here” at one.';

function Loading() {
  return (
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}
