import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { RowsAsked } from '../../../shared/run/context-rows.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RowContent } from './row-content.tsx';
import { keyOfRow, RowLine } from './row-line.tsx';
import { useRows, type At } from './use-rows.ts';

type RowListProps = {
  readonly at: At;
  readonly asked: Pick<RowsAsked, 'of' | 'by'>;
  readonly total: number;
  readonly label: string;
  /** What the estimates are multiplied by, so that they add up to what was counted. */
  readonly scale: number;
};

const ROW_PX = 28;

/** Rows of a context, of which only those in sight exist or are asked for. Arrows, Home and End move between them. */
export function RowList({ at, asked, total, label, scale }: RowListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = list.getVirtualItems();
  const { rowAt, error } = useRows(at, asked, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const moved = useRef(false);
  const active = Math.min(focused, Math.max(0, total - 1));
  // Of what is in sight there is always one that Tab comes to.
  const stop = items.some(({ index }) => index === active) ? active : items[0]?.index;
  useEffect(() => {
    if (!moved.current) return;
    // It is drawn once it has come into sight.
    const button = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"] > button`);
    button?.focus();
    if (button !== null) moved.current = false;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const to = targetOf(event, active, total);
    if (to === undefined || (event.target as HTMLElement).dataset.row === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = true;
    list.scrollToIndex(to);
    setFocused(to);
  }

  // The same function each time: rows that stay as they are need not be drawn again.
  const toggle = useCallback((key: string) => {
    setOpened((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  }, []);

  if (error !== null) return <FailureNote failure={error.failure} className="m-3" />;
  return (
    <div ref={scroller} className="@container scroll-thin min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
      <ol aria-label={label} className="relative" style={{ height: list.getTotalSize() }} onKeyDown={onKeyDown}>
        {items.map(({ key, index, start }) => {
          const row = rowAt(index);
          return (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-b"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row === undefined ? (
                <div className="flex h-7 items-center px-3">
                  <Skeleton className="h-3 w-2/3" />
                </div>
              ) : (
                <>
                  <RowLine
                    row={row}
                    index={index}
                    tokens={`~${formatTokens(Math.round(row.tokens * scale))}`}
                    open={opened.has(keyOfRow(row))}
                    focusable={index === stop}
                    onFocus={setFocused}
                    onToggle={toggle}
                  />
                  {opened.has(keyOfRow(row)) && <RowContent at={at} row={row} />}
                </>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function targetOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  at: number,
  total: number,
): number | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  if (key === 'ArrowDown') return Math.min(total - 1, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? total - 1 : undefined;
}
