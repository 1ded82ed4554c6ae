import { Composer } from '../features/composer/composer.tsx';
import { Conversation } from '../features/conversation/conversation.tsx';
import { TodoDialogs } from '../features/todo-dialogs/todo-dialogs.tsx';
import { ThreadHeader } from '../features/thread-header/thread-header.tsx';
import { failureOf } from '../data/bridge.ts';
import { useThreadState } from '../data/thread.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { RegionBoundary } from './region-boundary.tsx';

export function ThreadView({ threadId }: { readonly threadId: string }) {
  const thread = useThreadState(threadId);
  if (thread.isError && thread.data === undefined) {
    return (
      <section aria-label="Thread" className="p-4">
        <h1 className="sr-only">This thread cannot be shown</h1>
        <FailureNote
          failure={failureOf(thread.error)}
          action={
            <span className="flex gap-2">
              <Button onClick={() => void thread.refetch()}>Try again</Button>
              <Button onClick={() => navigate({ view: 'home' })}>Go home</Button>
            </span>
          }
        />
      </section>
    );
  }
  return (
    <>
      <RegionBoundary name="The thread's header">
        <ThreadHeader threadId={threadId} />
      </RegionBoundary>
      <div className="flex min-h-0 flex-1 flex-col">
        <RegionBoundary name="The conversation">
          <Conversation threadId={threadId} />
        </RegionBoundary>
      </div>
      <RegionBoundary name="The composer">
        <Composer threadId={threadId} />
      </RegionBoundary>
      <RegionBoundary name="What is open about the plan">
        <TodoDialogs threadId={threadId} />
      </RegionBoundary>
    </>
  );
}
