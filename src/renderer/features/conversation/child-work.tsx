import { useRef } from 'react';
import { failureOf } from '../../data/bridge.ts';
import { useThread, type OpenThread } from '../../data/thread.ts';
import { routeHash } from '../../state/route.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BlockRow } from './block-row.tsx';
import { PlanTree } from './plan-tree.tsx';
import { useFollow } from './use-follow.ts';
import { useThreadBlocks } from './use-thread-blocks.ts';

/** The work of a sub-agent where it was asked for: its plan, and the newest of what it said and did, as it goes on. */
export function ChildWork({ threadId }: { readonly threadId: string }) {
  const { data, error } = useThread(threadId);
  if (data !== undefined) return <Work thread={data} />;
  return error === null ? <Skeleton className="my-2 h-4 w-2/3" /> : <FailureNote failure={failureOf(error)} />;
}

/** The rest is in its own thread, which scrolls better. */
const MOST_BLOCKS = 40;

function Work({ thread }: { readonly thread: OpenThread }) {
  const { summary, window } = thread;
  const { blocks } = useThreadBlocks(thread);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useFollow(scroller, content, true);
  const plan = window.planHistory.at(-1);
  const hidden = blocks.length > MOST_BLOCKS || window.hasEarlier;
  return (
    <div className="my-1 rounded-md border text-base text-text">
      {plan !== undefined && (
        <div className="border-b px-3 pt-1">
          <PlanTree blockKey={summary.id} change={plan} changes={[]} />
        </div>
      )}
      <div
        ref={scroller}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`Work of ${summary.agent ?? summary.title}`}
        className="scroll-thin max-h-[min(420px,50vh)] overflow-x-hidden overflow-y-auto px-3 py-1 focus-visible:-outline-offset-2"
      >
        <div ref={content}>
          {hidden && (
            <p className="py-1 text-sm text-faint">
              Earlier steps are in{' '}
              <a className="underline" href={routeHash({ view: 'thread', threadId: summary.id })}>
                its own thread
              </a>
              .
            </p>
          )}
          {blocks.slice(-MOST_BLOCKS).map((block) => (
            <div key={block.key} className="flow-root">
              <BlockRow block={block} threadId={summary.id} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
