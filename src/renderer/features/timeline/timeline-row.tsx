import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { Span } from '../../../shared/run/timeline.ts';
import { cx } from '../../ui/cx.ts';
import { formatDuration, formatElapsed } from '../../ui/format.ts';
import { Tip } from '../../ui/tip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { spanLabel, spanName } from './span-words.ts';
import type { TimelineItem } from './timeline-lanes.ts';
import { barOf, type Domain } from './timeline-layout.ts';

type TimelineRowProps = {
  readonly item: TimelineItem;
  readonly from: number;
  readonly to: number;
  readonly onJump: (threadId: string, entryId: string) => void;
  /** Hides or shows what a sub-agent did. */
  readonly onFold: (threadId: string) => void;
};

const GROW_MS = 100;
const INDENT_PX = 10;
/** Room for what folds it. */
const LANE_PX = 18;

/** One span: its name and time at the left, its bar on the axis. */
export const TimelineRow = memo(function TimelineRow({ item, from, to, onJump, onFold }: TimelineRowProps) {
  const { span, threadId, depth, lane } = item;
  const active = span.endedAt === undefined;
  const now = useNow(GROW_MS, active);
  const took = Math.max(0, (span.endedAt ?? now) - span.startedAt);
  const told = spanName(span, active ? Math.floor(now / 1000) * 1000 : now);
  const name = lane === undefined ? told : `Sub-agent ${lane.name}, ${told}`;
  const indent = depth * INDENT_PX;
  return (
    <div className="flex h-full">
      {lane !== undefined && (
        <span className="sticky left-0 z-20 h-full w-0">
          <button
            type="button"
            aria-expanded={!lane.folded}
            aria-label={`What ${lane.name} did`}
            onClick={() => onFold(lane.threadId)}
            className="absolute top-0.5 flex size-4.5 items-center justify-center rounded text-faint hover:bg-active hover:text-text"
            style={{ left: 10 + indent }}
          >
            <ChevronRight
              aria-hidden
              className={cx('size-3.5 transition-transform duration-100', !lane.folded && 'rotate-90')}
            />
          </button>
        </span>
      )}
      <Tip label={name} side="left">
        <button
          type="button"
          data-span={span.kind}
          data-status={span.status}
          // A call under way is no entry yet.
          aria-disabled={span.entryId === ''}
          onClick={() => span.entryId !== '' && onJump(threadId, span.entryId)}
          className="group/bar flex h-full min-w-0 flex-1 items-center hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="sr-only">{name}</span>
          <span
            aria-hidden
            className="sticky left-0 z-10 flex h-full w-(--label) shrink-0 items-center gap-1.5 bg-side pr-2 pl-3 group-hover/bar:bg-active"
            style={{ paddingLeft: 12 + indent + (lane === undefined ? 0 : LANE_PX) }}
          >
            <span className={cx('min-w-0 flex-1 truncate text-start text-sm', TEXT[span.status])}>
              {lane?.name ?? spanLabel(span)}
            </span>
            <span className="shrink-0 text-xs text-faint">{active ? formatElapsed(took) : formatDuration(took)}</span>
          </span>
          <span aria-hidden className="relative h-full flex-1">
            <SpanBar span={span} domain={{ from, to }} now={now} />
          </span>
        </button>
      </Tip>
    </div>
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
