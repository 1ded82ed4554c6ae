import { Square } from 'lucide-react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import type { RunningThread } from '../../../shared/run/running.ts';
import { isActive } from '../../../shared/run/status.ts';
import type { PlanItem } from '../../../shared/todos/plan.ts';
import { useAction } from '../../data/queries.ts';
import { routeHash } from '../../state/route.ts';
import { WaitingApprovals } from '../../ui/waiting-approvals.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { formatCost, formatElapsed } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { standingText } from '../../ui/status-text.ts';
import { showFailure } from '../../ui/toast.tsx';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';
import { useNow } from '../../ui/use-now.ts';
import { itemsInSight } from './items-in-sight.ts';

/** One thread at work: how far its plan is, what it costs, and what it asks. */
export function RunningCard({ running }: { readonly running: RunningThread }) {
  const { summary, runId, items, approvals } = running;
  const { id, title, status, agent, startedAt, plan, usage } = summary;
  const cost = formatCost(usage);
  const facts = [
    summary.unsaved === true ? 'Not saved' : undefined,
    agent,
    usage.calls > 0 ? `${formatTokens(usage.input)} in · ${formatTokens(usage.output)} out` : undefined,
    cost,
  ].filter((fact) => fact !== undefined);
  return (
    <article aria-label={title} className="flex flex-col gap-2 rounded-lg border p-3">
      <div className="flex items-start gap-2">
        <a
          href={routeHash({ view: 'thread', threadId: id })}
          className="line-clamp-2 min-w-0 flex-1 rounded font-medium text-inherit no-underline hover:underline"
        >
          {title}
        </a>
        {isActive(status) && <StopButton title={title} runId={runId} />}
      </div>
      <p className="flex items-center gap-2 text-sm text-soft">
        <StatusDot status={status} label={standingText(summary)} />
        {startedAt !== undefined && <Elapsed since={startedAt} />}
      </p>
      <p className="truncate text-sm text-faint">{facts.join(' · ')}</p>
      {plan !== undefined && plan.total > 0 && (
        <div className="flex flex-col gap-1.5">
          <span className="flex items-center gap-2 text-sm text-soft">
            <ProgressBar label="Plan" done={plan.done} total={plan.total} className="flex-1" />
            {plan.done}/{plan.total}
          </span>
          <Items items={items} />
        </div>
      )}
      <WaitingApprovals threadId={id} approvals={approvals} />
    </article>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  const now = useNow(1000);
  return <span>{formatElapsed(now - since)}</span>;
}

function Items({ items }: { readonly items: readonly PlanItem[] }) {
  return (
    <ul aria-label="Plan" className="flex flex-col gap-0.5 text-sm">
      {itemsInSight(items).map(({ key, content, status }) => (
        <li
          key={key}
          data-status={status}
          aria-current={status === 'in_progress' ? 'step' : undefined}
          className={cx('flex items-start gap-1.5', status === 'in_progress' ? 'font-medium' : 'text-soft')}
        >
          <TodoGlyph status={status} />
          <span dir="auto" className="min-w-0 flex-1 truncate leading-5">
            {codedText(content)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function StopButton({ title, runId }: { readonly title: string; readonly runId: string }) {
  const stop = useAction('run.stop');
  return (
    <Button
      size="sm"
      variant="danger"
      aria-label={`Stop ${title}`}
      icon={<Square aria-hidden fill="currentColor" />}
      disabled={stop.isPending}
      onClick={() => stop.mutate({ runId }, { onError: ({ failure }) => showFailure(failure) })}
    >
      Stop
    </Button>
  );
}
