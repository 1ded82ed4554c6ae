import { Composer } from '../features/composer/composer.tsx';
import { Conversation } from '../features/conversation/conversation.tsx';
import { TodoDialogs } from '../features/todo-dialogs/todo-dialogs.tsx';
import { ThreadHeader } from '../features/thread-header/thread-header.tsx';
import type { Failure } from '../../shared/lib/result.ts';
import { failureOf } from '../data/bridge.ts';
import { useThreadState } from '../data/thread.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { RegionBoundary } from './region-boundary.tsx';

/** A thread that was in memory alone has gone with the Runlight that had it: what this window still shows is the last of it. */
function goneOf({ isError, error }: ReturnType<typeof useThreadState>): Failure | undefined {
  if (!isError || failureOf(error).code !== 'thread_not_found') return undefined;
  const hint = 'What is still shown here can be copied; then start a new run';
  return { code: 'not_saved', message: 'This thread was not saved, and is gone since Runlight closed', hint };
}

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
  const gone = goneOf(thread);
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
      {gone === undefined ? (
        <RegionBoundary name="The composer">
          <Composer threadId={threadId} />
        </RegionBoundary>
      ) : (
        <FailureNote
          className="m-4"
          failure={gone}
          action={<Button onClick={() => navigate({ view: 'home' })}>Go home</Button>}
        />
      )}
      <RegionBoundary name="What is open about the plan">
        <TodoDialogs threadId={threadId} />
      </RegionBoundary>
    </>
  );
}
