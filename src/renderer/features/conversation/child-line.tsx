import { ChevronRight, CornerDownRight, Square } from 'lucide-react';
import { useContext, useId } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { ChildThread } from '../../../shared/run/child-thread.ts';
import { isActive } from '../../../shared/run/status.ts';
import { useChildOf } from '../../data/children.ts';
import { useAction } from '../../data/queries.ts';
import { routeHash } from '../../state/route.ts';
import { cx } from '../../ui/cx.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { formatCost } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { standingText } from '../../ui/status-text.ts';
import { showFailure } from '../../ui/toast.tsx';
import { WaitingApprovals } from '../../ui/waiting-approvals.tsx';
import type { CallBlock } from './blocks.ts';
import { ChildRows } from './child-rows.ts';
import { useRemembered } from './memory.ts';

type ChildLineProps = { readonly block: CallBlock; readonly threadId: string };

/** How the sub-agent gets on that a call has asked, with the way to its thread, and what it asks. */
export function ChildLine({ block: { key, entryId, callId }, threadId }: ChildLineProps) {
  const child = useChildOf(threadId, entryId, callId);
  const [open, setOpen] = useRemembered(`${key}/child`, false);
  const drawWork = useContext(ChildRows);
  const bodyId = useId();
  if (child === undefined) return null;
  const { summary, approvals } = child;
  const { id, runId, status, agent, plan } = summary;
  const name = agent ?? summary.title;
  const facts = [
    plan !== undefined && plan.total > 0 ? `plan ${plan.done}/${plan.total}` : undefined,
    summary.usage.calls > 0
      ? `${formatTokens(summary.usage.input)} in · ${formatTokens(summary.usage.output)} out`
      : undefined,
    formatCost(summary.usage),
    activityText(child),
  ].filter((fact) => fact !== undefined);
  return (
    <div role="group" aria-label={`Sub-agent ${agent ?? ''}`} className="ml-5.5 text-sm text-soft">
      <div className="flex h-6 min-w-0 items-center gap-2">
        {drawWork === undefined ? (
          <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-faint" />
        ) : (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? bodyId : undefined}
            aria-label={`Work of ${name}`}
            onClick={() => setOpen(!open)}
            className="-m-1 flex size-5.5 shrink-0 items-center justify-center rounded text-faint hover:bg-hover hover:text-text"
          >
            <ChevronRight
              aria-hidden
              className={cx('size-3.5 transition-transform duration-100', open && 'rotate-90')}
            />
          </button>
        )}
        <a
          href={routeHash({ view: 'thread', threadId: id })}
          className="max-w-48 min-w-8 truncate rounded font-medium text-text underline-offset-2 hover:underline"
        >
          {visibleText(name)}
        </a>
        <StatusDot status={status} label={standingText(summary)} />
        <span dir="auto" className="min-w-0 truncate text-faint">
          {facts.join(' · ')}
        </span>
        {isActive(status) && runId !== undefined && <StopChild agent={name} runId={runId} />}
      </div>
      {open && drawWork !== undefined && <div id={bodyId}>{drawWork(id)}</div>}
      <WaitingApprovals threadId={threadId} approvals={approvals} />
    </div>
  );
}

function StopChild({ agent, runId }: { readonly agent: string; readonly runId: string }) {
  const stop = useAction('run.stop');
  return (
    <IconButton
      size="sm"
      label={`Stop ${agent} alone`}
      icon={<Square fill="currentColor" />}
      disabled={stop.isPending}
      onClick={() => stop.mutate({ runId }, { onError: ({ failure }) => showFailure(failure) })}
    />
  );
}

function activityText({ activity }: ChildThread): string | undefined {
  if (activity === undefined) return undefined;
  const { kind, name } = activity;
  switch (kind) {
    case 'tool':
      return visibleText(name);
    case 'approval':
      return `asks for ${visibleText(name)}`;
    case 'retry':
      return 'tries again';
    case 'model':
    case 'queue':
    case 'pause':
    case 'compaction':
    case 'clearing':
      return undefined;
    default:
      return assertNever(kind);
  }
}
