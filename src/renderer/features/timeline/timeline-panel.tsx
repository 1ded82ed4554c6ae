import { useVirtualizer } from '@tanstack/react-virtual';
import { ChartGantt, GitBranch, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import type { ListedRun } from '../../../shared/run/thread-run.ts';
import { activateBranch } from '../../data/branch-actions.ts';
import { useEarlierPlans, useEarlierSpans } from '../../data/earlier.ts';
import { useAnswer } from '../../data/queries.ts';
import { useThread } from '../../data/thread.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoment } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { TimelineAxis } from './timeline-axis.tsx';
import { eventsOf, type TimelineEvent } from './timeline-events.ts';
import { withLanes, type TimelineItem } from './timeline-lanes.ts';
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

const MOST_RUNS = 500;

function ThreadTimeline({ window }: { readonly window: ThreadWindow }) {
  const { spans, live, threadId } = window;
  const told = useMemo(() => runsOf(spans, live), [spans, live]);
  const listed = useAnswer('thread.runs', { threadId, limit: MOST_RUNS }).data;
  const [picked, setPicked] = useState<string>();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const runId = listed?.some((run) => run.runId === picked) === true ? picked : newestRun(told, listed);
  const run = listed?.find((one) => one.runId === runId);
  // What is there of a run may begin in its middle.
  useEarlierSpans(window, runId === told[0]?.runId || !told.some((one) => one.runId === runId));
  useEarlierPlans(window, (window.planHistory[0]?.at ?? 0) > (run?.startedAt ?? 0));
  const lanes = useAnswer('thread.lanes', { threadId, runId: runId ?? '' }, { enabled: runId !== undefined }).data;
  const firstTokenAt = useFirstToken(live.find((one) => one.runId === runId));
  const items = useMemo(() => {
    const rows = runId === undefined ? [] : rowsOf(spans, live, runId, firstTokenAt);
    return withLanes(rows, lanes ?? [], threadId, folded);
  }, [spans, live, runId, firstTokenAt, lanes, threadId, folded]);
  const jump = useCallback((of: string, entryId: string) => navigate({ view: 'thread', threadId: of, entryId }), []);
  const fold = useCallback((of: string) => setFolded((before) => toggled(before, of)), []);
  if (runId === undefined) return <NothingYet />;
  // A run elsewhere in the tree changed another plan, among other entries.
  const here = run?.onBranch !== false;
  return (
    <Waterfall
      key={runId}
      threadId={threadId}
      items={items}
      history={here ? window.planHistory : []}
      events={here ? eventsOf(window, runId) : []}
      onJump={jump}
      onFold={fold}
      picker={listed !== undefined && listed.length > 1 && <RunPicker runs={listed} runId={runId} onPick={setPicked} />}
      notice={run !== undefined && !here && <ElsewhereNotice threadId={threadId} tipId={run.tipId} />}
    />
  );
}

function NothingYet() {
  return (
    <EmptyState icon={ChartGantt} title="Nothing has run yet" text="Each model call and tool will be a bar here." />
  );
}

function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** The newest run of the active branch; until that is known, the newest that left anything to show. */
function newestRun(told: readonly TimelineRun[], listed: readonly ListedRun[] | undefined): string | undefined {
  return (listed?.find(({ onBranch }) => onBranch) ?? listed?.[0] ?? told.at(-1))?.runId;
}

type RunPickerProps = {
  /** Newest first. */
  readonly runs: readonly ListedRun[];
  readonly runId: string;
  readonly onPick: (runId: string) => void;
};

function RunPicker({ runs, runId, onPick }: RunPickerProps) {
  const options = runs.map(({ runId: value, number, startedAt, onBranch }) => ({
    value,
    label: onBranch ? `Run ${number}` : `Run ${number}, on another branch`,
    hint: formatMoment(startedAt),
  }));
  return <Select aria-label="Run" className="max-w-full" value={runId} options={options} onValueChange={onPick} />;
}

type ElsewhereNoticeProps = { readonly threadId: string; readonly tipId: string };

function ElsewhereNotice({ threadId, tipId }: ElsewhereNoticeProps) {
  return (
    <div className="flex min-h-8 shrink-0 items-center gap-2 border-b py-1 pr-2 pl-3 text-sm text-soft">
      <GitBranch aria-hidden className="size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">This run ends on another branch.</span>
      <Button size="sm" onClick={() => activateBranch(threadId, tipId)}>
        Show that branch
      </Button>
    </div>
  );
}

const ROW_PX = 22;
const MOST_ZOOM = 64;
const TICKS = 4;

type WaterfallProps = {
  readonly threadId: string;
  readonly items: readonly TimelineItem[];
  readonly history: ThreadWindow['planHistory'];
  readonly events: readonly TimelineEvent[];
  readonly onJump: (threadId: string, entryId: string) => void;
  /** Of a sub-agent's thread. */
  readonly onFold: (threadId: string) => void;
  readonly picker: React.ReactNode;
  readonly notice: React.ReactNode;
};

function Waterfall({ threadId, items, history, events, onJump, onFold, picker, notice }: WaterfallProps) {
  const [zoom, setZoom] = useState(1);
  const scroller = useRef<HTMLDivElement>(null);
  const spans = useMemo(() => items.map(({ span }) => span), [items]);
  const growing = spans.some((span) => span.endedAt === undefined);
  const now = useNow(250, growing);
  const domain = domainOf(spans, now);
  const steps = items.filter(({ depth, span }) => depth === 0 && span.kind === 'model').length;
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: () => ROW_PX,
    anchorTo: 'end',
    followOnAppend: true,
    overscan: 10,
  });
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-1 border-b pr-2 pl-3">
        <div className="min-w-0 flex-1 truncate text-sm text-soft">
          {picker || `${steps} ${steps === 1 ? 'step' : 'steps'}`}
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
      {notice}
      {items.length === 0 && <NothingYet />}
      <div
        ref={scroller}
        hidden={items.length === 0}
        tabIndex={0}
        role="group"
        aria-label="Waterfall"
        className="scroll-thin min-h-0 flex-1 overflow-auto [--label:150px] focus-visible:-outline-offset-2"
      >
        <div style={{ width: `calc(var(--label) + (100% - var(--label) - 12px) * ${zoom})` }} className="min-w-0">
          <TimelineAxis
            domain={domain}
            ticks={TICKS * zoom}
            history={history}
            events={events}
            onJump={(entryId) => onJump(threadId, entryId)}
          />
          <ol aria-label="Steps of the run" className="relative" style={{ height: list.getTotalSize() }}>
            {list.getVirtualItems().map(({ key, index, start }) => {
              const item = items[index];
              return (
                item !== undefined && (
                  <li
                    key={key}
                    aria-setsize={items.length}
                    aria-posinset={index + 1}
                    className="absolute inset-x-0 top-0"
                    style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
                  >
                    <TimelineRow item={item} from={domain.from} to={domain.to} onJump={onJump} onFold={onFold} />
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
