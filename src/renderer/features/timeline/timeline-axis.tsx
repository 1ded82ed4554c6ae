import { ArrowRightLeft, GitBranch, PackageMinus, Split, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { planProgress, type PlanChange } from '../../../shared/todos/plan.ts';
import { Tip } from '../../ui/tip.tsx';
import { formatMoment } from '../../ui/format.ts';
import type { TimelineEvent } from './timeline-events.ts';
import { markersOf, tickText, ticksOf, type Domain } from './timeline-layout.ts';

type TimelineAxisProps = {
  readonly domain: Domain;
  readonly ticks: number;
  readonly history: readonly PlanChange[];
  readonly events: readonly TimelineEvent[];
  readonly onJump: (entryId: string) => void;
};

const ICONS: Readonly<Record<TimelineEvent['kind'], LucideIcon>> = {
  branch: GitBranch,
  handoff: ArrowRightLeft,
  intervention: Split,
  compaction: PackageMinus,
};

/** The time since the run began, where branches part, agents and people took over, and where the plan changed. */
export function TimelineAxis({ domain, ticks, history, events, onJump }: TimelineAxisProps) {
  const length = domain.to - domain.from;
  const markers = markersOf(history, domain);
  const part = (at: number): number => Math.min(1, Math.max(0, (at - domain.from) / length));
  return (
    <div className="sticky top-0 z-20 border-b bg-side">
      <div className="flex h-6">
        <span className="sticky left-0 z-10 w-(--label) shrink-0 bg-side" />
        <span aria-hidden className="relative flex-1 text-xs text-faint">
          {ticksOf(length, ticks).map((ms) => (
            <span
              key={ms}
              className="absolute inset-y-0 border-l pl-1 leading-6 whitespace-nowrap"
              style={{ left: `${(ms / length) * 100}%` }}
            >
              {ms / length < 0.8 && tickText(ms)}
            </span>
          ))}
        </span>
      </div>
      {events.length > 0 && (
        <div className="flex h-5">
          <span className="sticky left-0 z-10 w-(--label) shrink-0 bg-side pl-3 text-sm leading-5 text-soft">
            Events
          </span>
          <ul aria-label="Events" className="relative flex-1">
            {events.map(({ entryId, at, kind, text }) => {
              const Icon = ICONS[kind];
              return (
                <Marker key={`${entryId} ${kind}`} at={part(at)} name={text} onClick={() => onJump(entryId)}>
                  <Icon aria-hidden className="size-3 text-soft" />
                </Marker>
              );
            })}
          </ul>
        </div>
      )}
      {markers.length > 0 && (
        <div className="flex h-5">
          <span className="sticky left-0 z-10 w-(--label) shrink-0 bg-side pl-3 text-sm leading-5 text-soft">Plan</span>
          <ul aria-label="Plan changes" className="relative flex-1">
            {markers.map((change) => (
              <Marker
                key={change.entryId}
                at={part(change.at)}
                name={planText(change)}
                onClick={() => onJump(change.entryId)}
              >
                <span className="size-[7px] rotate-45 border-[1.5px] border-accent bg-side" />
              </Marker>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function planText({ plan, at }: PlanChange): string {
  const { done, total } = planProgress(plan);
  return `Plan changed, ${done} of ${total}, ${formatMoment(at)}`;
}

type MarkerProps = {
  /** Its place, in fractions of the axis. */
  readonly at: number;
  readonly name: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

function Marker({ at, name, onClick, children }: MarkerProps) {
  return (
    <li className="absolute top-0" style={{ left: `${at * 100}%` }}>
      <Tip label={name} side="left">
        <button
          type="button"
          aria-label={name}
          onClick={onClick}
          className="flex h-5 w-3 -translate-x-1/2 items-center justify-center rounded-sm hover:bg-hover"
        >
          {children}
        </button>
      </Tip>
    </li>
  );
}
