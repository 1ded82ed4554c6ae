import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { routeHash } from '../../state/route.ts';
import { formatElapsed } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { standingText } from '../../ui/status-text.ts';

/** One thread at work. */
export function RunCard({ thread, now }: { readonly thread: ThreadSummary; readonly now: number }) {
  const { id, title, status, agent, startedAt, plan } = thread;
  return (
    <a
      href={routeHash({ view: 'thread', threadId: id })}
      className="flex h-full cursor-default flex-col gap-1 rounded-lg border p-3 text-inherit no-underline hover:border-line-strong hover:bg-hover"
    >
      <span className="truncate font-medium">{title}</span>
      <span className="flex items-center gap-2 text-sm text-soft">
        <StatusDot status={status} label={standingText(thread)} />
        {startedAt !== undefined && <span>{formatElapsed(now - startedAt)}</span>}
        <span className="min-w-0 flex-1 truncate text-right text-faint">{agent}</span>
      </span>
      {plan !== undefined && plan.total > 0 && (
        <span className="flex items-center gap-2 pt-1 text-sm text-soft">
          <ProgressBar label="Plan" done={plan.done} total={plan.total} className="flex-1" />
          {plan.done} of {plan.total}
        </span>
      )}
    </a>
  );
}
