import { useVirtualizer } from '@tanstack/react-virtual';
import { Equal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CompareRow, Comparison } from '../../../shared/compare/comparison.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StepRow } from './step-row.tsx';

type StepRowsProps = { readonly comparison: Comparison; readonly onlyDifferences: boolean };

/** What both did, aligned; only rows in sight exist. */
export function StepRows({ comparison: { left, right, common, rows }, onlyDifferences }: StepRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const shown = onlyDifferences ? rows.filter(({ type }) => type !== 'same') : rows;
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rowKey(shown[index]),
    estimateSize: () => 29,
    overscan: 12,
  });
  const toggle = (key: string): void => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return (
    <div ref={scroller} className="scroll-thin min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
      {common !== undefined && (
        <p className="flex h-8 items-center gap-2 border-b px-4 text-sm text-faint">
          <Equal aria-hidden className="size-3.5" />
          The same for the first {common.entries === 1 ? 'entry' : `${common.entries} entries`}
        </p>
      )}
      {shown.length === 0 && (
        <EmptyState
          icon={Equal}
          title={rows.length === 0 ? 'Nothing comes after what both have' : 'No step differs'}
          text="Both sides did the very same here."
        />
      )}
      <ul aria-label="Steps" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = shown[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              data-type={row.type}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              className="absolute top-0 left-0 w-full border-b"
              style={{ transform: `translateY(${start}px)` }}
            >
              <StepRow
                row={row}
                threads={{ left: left.threadId, right: right.threadId }}
                open={opened.has(rowKey(row))}
                onToggle={() => toggle(rowKey(row))}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function rowKey(row: CompareRow | undefined): string {
  return [row?.left, row?.right]
    .map((line) => `${line?.entryId ?? ''} ${line?.callId ?? ''} ${line?.kind ?? ''}`)
    .join('|');
}
