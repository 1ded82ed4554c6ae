import { MessagesSquare, Plus, SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { failureOf } from '../../data/bridge.ts';
import { type ThreadFilter, useThreadList } from '../../data/thread-list.ts';
import { navigate } from '../../state/route.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ThreadFilters } from './thread-filters.tsx';
import { ThreadLines } from './thread-lines.tsx';
import { ThreadSearch } from './thread-search.tsx';

/** The list of threads. `threadId`: the one that is open. */
export function Threads({ threadId }: { readonly threadId: string | undefined }) {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<ThreadFilter>({});
  const words = useDeferredValue(query.trim());
  const narrowed = words !== '' || Object.keys(filter).length > 0;
  const list = useThreadList(words === '' ? filter : { ...filter, query: words });
  const threads = list.data?.pages.flatMap((page) => page.threads);

  return (
    <section aria-label="Threads" className="flex h-full min-w-0 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-1 px-2">
        <ThreadSearch value={query} onValueChange={setQuery} />
        <ThreadFilters filter={filter} threads={threads ?? []} onFilterChange={setFilter} />
        <IconButton
          label="New run"
          keys={keysOf('new-run')}
          icon={<Plus />}
          onClick={() => navigate({ view: 'new' })}
        />
      </div>
      {list.isError && (
        <FailureNote
          className="mx-2 mb-2"
          failure={failureOf(list.error)}
          action={
            <Button size="sm" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {threads === undefined && list.isPending && <Loading />}
      {threads?.length === 0 && !list.isError && (
        <Empty
          narrowed={narrowed}
          onClear={() => {
            setQuery('');
            setFilter({});
          }}
        />
      )}
      {threads !== undefined && threads.length > 0 && (
        <ThreadLines
          threads={threads}
          threadId={threadId}
          loadMore={list.hasNextPage && !list.isFetching ? () => void list.fetchNextPage() : undefined}
        />
      )}
    </section>
  );
}

function Empty({ narrowed, onClear }: { readonly narrowed: boolean; readonly onClear: () => void }) {
  if (narrowed) {
    return (
      <EmptyState icon={SearchX} title="No thread matches">
        <Button size="sm" onClick={onClear}>
          Show all threads
        </Button>
      </EmptyState>
    );
  }
  return <EmptyState icon={MessagesSquare} title="No threads yet" text="Each run you start is kept here." />;
}

const LOADING_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

function Loading() {
  return (
    <div role="status" aria-label="Loading threads" className="flex flex-col gap-4 px-4 py-3">
      {LOADING_ROWS.map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-2.5 w-2/5" />
        </div>
      ))}
    </div>
  );
}
