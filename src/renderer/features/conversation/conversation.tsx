import { useQueryClient } from '@tanstack/react-query';
import { MessageSquareDashed } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureOf } from '../../data/bridge.ts';
import { loadEarlier, useThread, type OpenThread } from '../../data/thread.ts';
import { useBranching } from '../../state/branching.ts';
import { ofThread } from '../../state/by-thread.ts';
import { useRoute } from '../../state/route.ts';
import { DecideAll } from '../../ui/decide-all.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showFailure } from '../../ui/toast.tsx';
import type { CallBlock } from './blocks.ts';
import { Announcer } from './announcer.tsx';
import { ChildRows } from './child-rows.ts';
import { ChildWork } from './child-work.tsx';
import { RowMemory } from './memory.ts';
import { MessageList } from './message-list.tsx';
import { TravelDialog } from './travel-dialog.tsx';
import { useThreadBlocks } from './use-thread-blocks.ts';

/** What was said and done in a thread, and what its run does now. */
export function Conversation({ threadId }: { readonly threadId: string }) {
  const { data } = useThread(threadId);
  return (
    <section aria-label="Conversation" className="flex min-h-0 flex-1 flex-col">
      {data === undefined ? <Loading /> : <Thread key={threadId} threadId={threadId} thread={data} />}
    </section>
  );
}

function Loading() {
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-3 px-5 py-4">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

function Thread({ threadId, thread }: { readonly threadId: string; readonly thread: OpenThread }) {
  const route = useRoute();
  const [memory] = useState(() => new Map<string, boolean>());
  const travelling = useBranching((state) => ofThread(state.travelling, threadId));
  const { stored, blocks } = useThreadBlocks(thread);
  const asking = stored.filter((block): block is CallBlock => block.kind === 'call' && block.state === 'approval');
  const load = useLoadEarlier(threadId);
  return (
    <RowMemory value={memory}>
      <ChildRows value={drawChildWork}>
        {travelling !== undefined && <TravelDialog threadId={threadId} point={travelling} />}
        <Announcer blocks={stored} standing={thread.summary} />
        {blocks.length === 0 ? (
          <EmptyState icon={MessageSquareDashed} title="Nothing here yet" text="Write a message below to begin." />
        ) : (
          <MessageList
            threadId={threadId}
            blocks={blocks}
            hasEarlier={thread.window.hasEarlier}
            loadEarlier={load}
            entryId={route.view === 'thread' && route.threadId === threadId ? route.entryId : undefined}
          />
        )}
        {asking.length > 1 && asking[0]?.runId !== undefined && (
          <div className="mx-auto w-full max-w-[760px] px-5 pt-2">
            <DecideAll key={asking[0].entryId} runIds={[asking[0].runId]} count={asking.length} />
          </div>
        )}
      </ChildRows>
    </RowMemory>
  );
}

function drawChildWork(threadId: string) {
  return <ChildWork threadId={threadId} />;
}

const PAUSE_AFTER_FAILURE_MS = 3000;

/** One page at a time; after a failure not again at once, since scrolling asks all the time. */
function useLoadEarlier(threadId: string): () => void {
  const client = useQueryClient();
  const loading = useRef(false);
  return () => {
    if (loading.current) return;
    loading.current = true;
    loadEarlier(client, threadId).then(
      () => {
        loading.current = false;
      },
      (error: unknown) => {
        showFailure(failureOf(error));
        setTimeout(() => {
          loading.current = false;
        }, PAUSE_AFTER_FAILURE_MS);
      },
    );
  };
}
