import { planProgress, type PlanChange } from '../../../shared/todos/plan.ts';
import { Tip } from '../../ui/tip.tsx';
import { formatMoment } from '../../ui/format.ts';
import { markersOf, tickText, ticksOf, type Domain } from './timeline-layout.ts';

type TimelineAxisProps = {
  readonly domain: Domain;
  readonly ticks: number;
  readonly history: readonly PlanChange[];
  readonly onJump: (entryId: string) => void;
};

/** The time since the run began, and where the plan changed. */
export function TimelineAxis({ domain, ticks, history, onJump }: TimelineAxisProps) {
  const length = domain.to - domain.from;
  const markers = markersOf(history, domain);
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
              {ms / length < 0.9 && tickText(ms)}
            </span>
          ))}
        </span>
      </div>
      {markers.length > 0 && (
        <div className="flex h-5">
          <span className="sticky left-0 z-10 w-(--label) shrink-0 bg-side pl-3 text-sm leading-5 text-soft">Plan</span>
          <ul aria-label="Plan changes" className="relative flex-1">
            {markers.map((change) => (
              <Marker key={change.entryId} change={change} domain={domain} onJump={onJump} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

type MarkerProps = { readonly change: PlanChange; readonly domain: Domain; readonly onJump: (entryId: string) => void };

function Marker({ change, domain, onJump }: MarkerProps) {
  const { done, total } = planProgress(change.plan);
  const name = `Plan changed, ${done} of ${total}, ${formatMoment(change.at)}`;
  const at = (change.at - domain.from) / (domain.to - domain.from);
  return (
    <li className="absolute top-0" style={{ left: `${at * 100}%` }}>
      <Tip label={name} side="left">
        <button
          type="button"
          aria-label={name}
          onClick={() => onJump(change.entryId)}
          className="flex h-5 w-3 -translate-x-1/2 items-center justify-center rounded-sm hover:bg-hover"
        >
          <span className="size-[7px] rotate-45 border-[1.5px] border-accent bg-side" />
        </button>
      </Tip>
    </li>
  );
}
