import { useVirtualizer } from '@tanstack/react-virtual';
import { ChartGantt, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import type { Span } from '../../../shared/run/timeline.ts';
import { useEarlierPlans, useEarlierSpans } from '../../data/earlier.ts';
import { useThread } from '../../data/thread.ts';
import { navigate } from '../../state/route.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoment } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { TimelineAxis } from './timeline-axis.tsx';
import { domainOf, rowsOf, runsOf, type TimelineRun } from './timeline-layout.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useFirstToken } from './use-first-token.ts';

/** Where the time of a run went. */
export function TimelinePanel({ threadId }: { readonly threadId: string }) {
  const { data } = useThread(threadId);
  return (
    <section aria-label="Timeline" className="flex min-h-0 flex-1 flex-col">
      {data === undefined ? (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : (
        <ThreadTimeline key={threadId} window={data.window} />
      )}
    </section>
  );
}

function ThreadTimeline({ window }: { readonly window: ThreadWindow }) {
  const { spans, live, threadId } = window;
  const runs = useMemo(() => runsOf(spans, live), [spans, live]);
  const [picked, setPicked] = useState<string>();
  const run = runs.find(({ runId }) => runId === picked) ?? runs.at(-1);
  const runId = run?.runId;
  // The first run that is there may have begun earlier.
  useEarlierSpans(window, picked === EARLIER || runId === runs[0]?.runId);
  useEarlierPlans(window, (window.planHistory[0]?.at ?? 0) > (run?.startedAt ?? 0));
  const firstTokenAt = useFirstToken(live.find((one) => one.runId === runId));
  const rows = useMemo(
    () => (runId === undefined ? [] : rowsOf(spans, live, runId, firstTokenAt)),
    [spans, live, runId, firstTokenAt],
  );
  const jump = useCallback((entryId: string) => navigate({ view: 'thread', threadId, entryId }), [threadId]);
  if (runId === undefined || rows.length === 0) {
    return (
      <EmptyState icon={ChartGantt} title="Nothing has run yet" text="Each model call and tool will be a bar here." />
    );
  }
  return (
    <Waterfall
      key={runId}
      rows={rows}
      history={window.planHistory}
      onJump={jump}
      picker={
        (runs.length > 1 || window.earlierSpans !== undefined) && (
          <RunPicker runs={runs} runId={runId} hasEarlier={window.earlierSpans !== undefined} onPick={setPicked} />
        )
      }
    />
  );
}

type RunPickerProps = {
  readonly runs: readonly TimelineRun[];
  readonly runId: string;
  readonly hasEarlier: boolean;
  readonly onPick: (runId: string) => void;
};

/** No run has this id. */
const EARLIER = '';

function RunPicker({ runs, runId, hasEarlier, onPick }: RunPickerProps) {
  const options: SelectOption<string>[] = runs
    .map(({ runId: value, startedAt }, index) =>
      // Which number it has is known with the first.
      hasEarlier
        ? { value, label: formatMoment(startedAt) }
        : { value, label: `Run ${index + 1}`, hint: formatMoment(startedAt) },
    )
    .reverse();
  if (hasEarlier) options.push({ value: EARLIER, label: 'Earlier runs' });
  return <Select aria-label="Run" className="max-w-full" value={runId} options={options} onValueChange={onPick} />;
}

const ROW_PX = 22;
const MOST_ZOOM = 64;
const TICKS = 4;

type WaterfallProps = {
  readonly rows: readonly Span[];
  readonly history: ThreadWindow['planHistory'];
  readonly onJump: (entryId: string) => void;
  readonly picker: React.ReactNode;
};

function Waterfall({ rows, history, onJump, picker }: WaterfallProps) {
  const [zoom, setZoom] = useState(1);
  const scroller = useRef<HTMLDivElement>(null);
  const growing = rows.some((row) => row.endedAt === undefined);
  const now = useNow(250, growing);
  const domain = domainOf(rows, now);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    anchorTo: 'end',
    followOnAppend: true,
    overscan: 10,
  });
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-1 border-b pr-2 pl-3">
        <div className="min-w-0 flex-1 truncate text-sm text-soft">
          {picker || `${rows.length} ${rows.length === 1 ? 'step' : 'steps'}`}
        </div>
        <IconButton
          size="sm"
          label="Zoom out"
          icon={<ZoomOut />}
          disabled={zoom === 1}
          onClick={() => setZoom(zoom / 2)}
        />
        <IconButton
          size="sm"
          label="Zoom in"
          icon={<ZoomIn />}
          disabled={zoom >= MOST_ZOOM}
          onClick={() => setZoom(zoom * 2)}
        />
        <IconButton
          size="sm"
          label="Fit the whole run"
          icon={<Maximize2 />}
          disabled={zoom === 1}
          onClick={() => setZoom(1)}
        />
      </div>
      <div
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label="Waterfall"
        className="scroll-thin min-h-0 flex-1 overflow-auto [--label:150px] focus-visible:-outline-offset-2"
      >
        <div style={{ width: `calc(var(--label) + (100% - var(--label) - 12px) * ${zoom})` }} className="min-w-0">
          <TimelineAxis domain={domain} ticks={TICKS * zoom} history={history} onJump={onJump} />
          <ol aria-label="Steps of the run" className="relative" style={{ height: list.getTotalSize() }}>
            {list.getVirtualItems().map(({ key, index, start }) => {
              const span = rows[index];
              return (
                span !== undefined && (
                  <li
                    key={key}
                    aria-setsize={rows.length}
                    aria-posinset={index + 1}
                    className="absolute inset-x-0 top-0"
                    style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
                  >
                    <TimelineRow span={span} from={domain.from} to={domain.to} onJump={onJump} />
                  </li>
                )
              );
            })}
          </ol>
        </div>
      </div>
    </>
  );
}
