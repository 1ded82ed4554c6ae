import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { useNow } from '../../ui/use-now.ts';
import { groupThreads, linesOf } from './group-threads.ts';
import { nextThread, tabStopOf } from './next-thread.ts';
import { ThreadRow } from './thread-row.tsx';

const GROUP_HEIGHT = 28;
const ROW_HEIGHT = 48;
const AGES_EVERY_MS = 30_000;

type ThreadLinesProps = {
  readonly threads: readonly ThreadSummary[];
  readonly threadId: string | undefined;
  /** Present when there is more to load. */
  readonly loadMore: (() => void) | undefined;
};

/** The rows, of which only those in sight are in the document. Arrow keys move between them. */
export function ThreadLines({ threads, threadId, loadMore }: ThreadLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(AGES_EVERY_MS);
  const lines = useMemo(() => linesOf(groupThreads(threads, now)), [threads, now]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.type === 'group' ? GROUP_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => {
      const line = lines[index];
      return line?.type === 'thread' ? line.thread.id : `group ${line?.label}`;
    },
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const [focusedId, setFocusedId] = useState<string>();
  const rendered = items.flatMap(({ index }) => {
    const line = lines[index];
    return line?.type === 'thread' ? [line.thread.id] : [];
  });
  const tabStopId = tabStopOf(rendered, focusedId, threadId);
  const nearEnd = (items.at(-1)?.index ?? 0) >= lines.length - 10;
  useEffect(() => {
    if (nearEnd) loadMore?.();
  }, [nearEnd, loadMore]);
  const kinds = lines.map(({ type }) => type).join(' ');
  // Heights depend on what a line is.
  useEffect(() => virtual.measure(), [virtual, kinds]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement)) return;
    const from = Number(link.closest('[data-index]')?.getAttribute('data-index') ?? -1);
    const threadLines = lines.map((line) => line.type === 'thread');
    const to = nextThread(event.key, from, threadLines);
    if (to === undefined) return;
    event.preventDefault();
    virtual.scrollToIndex(to);
    // A row that was out of sight is in the document after the next paint.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] a`)?.focus());
  }

  return (
    <div
      ref={scroller}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto"
      onKeyDown={onKeyDown}
      onFocus={({ target }) =>
        setFocusedId(target.closest('[data-thread-id]')?.getAttribute('data-thread-id') ?? undefined)
      }
    >
      <div role="list" aria-label="Threads" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          return (
            <div
              key={item.key}
              role="listitem"
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {line.type === 'group' ? (
                <h2 className="flex h-full items-end px-4 pb-1 text-xs font-medium text-faint">{line.label}</h2>
              ) : (
                <ThreadRow
                  thread={line.thread}
                  selected={line.thread.id === threadId}
                  tabStop={line.thread.id === tabStopId}
                  now={now}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
