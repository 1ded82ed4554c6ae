import { memo } from 'react';
import type { Span } from '../../../shared/run/timeline.ts';
import { cx } from '../../ui/cx.ts';
import { formatDuration, formatElapsed } from '../../ui/format.ts';
import { Tip } from '../../ui/tip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { spanLabel, spanName } from './span-words.ts';
import { barOf, type Domain } from './timeline-layout.ts';

type TimelineRowProps = {
  readonly span: Span;
  readonly from: number;
  readonly to: number;
  readonly onJump: (entryId: string) => void;
};

const GROW_MS = 100;

/** One span: its name and time at the left, its bar on the axis. */
export const TimelineRow = memo(function TimelineRow({ span, from, to, onJump }: TimelineRowProps) {
  const active = span.endedAt === undefined;
  const now = useNow(GROW_MS, active);
  const took = Math.max(0, (span.endedAt ?? now) - span.startedAt);
  const name = spanName(span, active ? Math.floor(now / 1000) * 1000 : now);
  return (
    <Tip label={name} side="left">
      <button
        type="button"
        data-span={span.kind}
        data-status={span.status}
        // A call under way is no entry yet.
        aria-disabled={span.entryId === ''}
        onClick={() => span.entryId !== '' && onJump(span.entryId)}
        className="group/bar flex h-full w-full items-center hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="sr-only">{name}</span>
        <span
          aria-hidden
          className="sticky left-0 z-10 flex h-full w-(--label) shrink-0 items-center gap-1.5 bg-side pr-2 pl-3 group-hover/bar:bg-active"
        >
          <span className={cx('min-w-0 flex-1 truncate text-start text-sm', TEXT[span.status])}>{spanLabel(span)}</span>
          <span className="shrink-0 text-xs text-faint">{active ? formatElapsed(took) : formatDuration(took)}</span>
        </span>
        <span aria-hidden className="relative h-full flex-1">
          <SpanBar span={span} domain={{ from, to }} now={now} />
        </span>
      </button>
    </Tip>
  );
});

const TEXT: Record<Span['status'], string> = {
  active: 'text-text',
  ok: 'text-soft',
  error: 'text-bad',
  stopped: 'text-faint',
};

const FILLS: Record<Span['kind'], string> = {
  model: 'bg-accent',
  tool: 'bg-ok',
  approval: 'bg-warn',
  retry: 'bg-bad',
  queue: 'bg-faint',
  pause: 'bg-faint',
  compaction: 'bg-faint',
  clearing: 'bg-faint',
};

function SpanBar({ span, domain, now }: { readonly span: Span; readonly domain: Domain; readonly now: number }) {
  const { left, width, waiting } = barOf(span, domain, now);
  const fill = span.status === 'error' ? 'bg-bad' : FILLS[span.kind];
  const hatched = span.kind !== 'model' && span.kind !== 'tool';
  return (
    <span
      className="absolute top-1/2 flex h-2.5 min-w-[3px] -translate-y-1/2 overflow-hidden rounded-[2px]"
      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
    >
      {waiting > 0 && (
        <span
          className={cx('h-full opacity-35', fill)}
          style={{ width: `${(waiting / Math.max(width, waiting)) * 100}%` }}
        />
      )}
      <span
        className={cx('h-full flex-1', fill, span.status === 'stopped' && 'opacity-50')}
        style={hatched ? { maskImage: 'repeating-linear-gradient(-45deg, #000 0 3px, #0005 3px 6px)' } : undefined}
      />
    </span>
  );
}
