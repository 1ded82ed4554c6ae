import {
  Check,
  Circle,
  CircleDot,
  CirclePause,
  Hourglass,
  OctagonAlert,
  Pause,
  Square,
  Unplug,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { ThreadStatus } from '../../shared/run/status.ts';
import { cx } from './cx.ts';
import { statusText } from './status-text.ts';

/** Each status has a shape of its own, so that the colour is never needed to tell them apart. */
const LOOKS: Record<ThreadStatus, { readonly icon: LucideIcon; readonly tone: string }> = {
  idle: { icon: Circle, tone: 'text-faint' },
  queued: { icon: Hourglass, tone: 'text-soft' },
  running: { icon: CircleDot, tone: 'text-accent animate-pulse' },
  waiting: { icon: CirclePause, tone: 'text-warn' },
  paused: { icon: Pause, tone: 'text-warn' },
  finished: { icon: Check, tone: 'text-ok' },
  failed: { icon: X, tone: 'text-bad' },
  stopped: { icon: Square, tone: 'text-faint' },
  interrupted: { icon: Unplug, tone: 'text-warn' },
  limit: { icon: OctagonAlert, tone: 'text-warn' },
};

type StatusDotProps = {
  readonly status: ThreadStatus;
  /** Words beside the shape. */
  readonly label?: string;
  /** Where there is no room for words: those that screen readers tell. Absent: of the status alone. */
  readonly words?: string;
  readonly className?: string;
};

export function StatusDot({ status, label, words = statusText(status), className }: StatusDotProps) {
  const { icon: Icon, tone } = LOOKS[status];
  return (
    <span data-status={status} className={cx('inline-flex min-w-0 items-center gap-1.5', className)}>
      <Icon aria-hidden strokeWidth={2.5} className={cx('size-3 shrink-0', tone)} />
      {label === undefined ? <span className="sr-only">{words}</span> : <span className="truncate">{label}</span>}
    </span>
  );
}
