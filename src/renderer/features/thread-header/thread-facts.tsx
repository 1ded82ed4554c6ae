import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { isActive } from '../../../shared/run/status.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { cx } from '../../ui/cx.ts';
import { copyText } from '../../ui/copy.ts';
import { formatCost, formatElapsed, formatTokens } from '../../ui/format.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { Tip } from '../../ui/tip.tsx';
import { showDone, showFailure } from '../../ui/toast.tsx';
import { useNow } from '../../ui/use-now.ts';

type ThreadFactsProps = { readonly summary: ThreadSummary; readonly headline: string };

/** One line under the title; in a narrow column what does not fit wraps. */
export function ThreadFacts({ summary, headline }: ThreadFactsProps) {
  const { status, startedAt, usage, agent, model, workspace } = summary;
  const cost = formatCost(usage);
  return (
    <div className="flex min-w-0 items-center gap-x-3 gap-y-0.5 text-sm text-soft @max-[560px]:flex-wrap">
      <span role="status" className="shrink-0 font-medium text-text">
        <StatusDot status={status} label={headline} />
      </span>
      {startedAt !== undefined && <Elapsed summary={summary} startedAt={startedAt} />}
      {usage.calls > 0 && (
        <Fact name="Tokens read and written">
          {formatTokens(usage.input)} in · {formatTokens(usage.output)} out
        </Fact>
      )}
      {cost !== undefined && <Fact name={costHint(usage)}>{cost}</Fact>}
      {agent !== undefined && (
        <Fact name="Agent" long>
          {agent}
        </Fact>
      )}
      {model !== undefined && (
        <Fact name="Model" long>
          {model}
        </Fact>
      )}
      {workspace !== undefined && <Workspace path={workspace} />}
    </div>
  );
}

function costHint({ unpriced, calls }: ThreadSummary['usage']): string {
  return unpriced === 0 ? 'Cost' : `Cost: ${unpriced} of ${calls} model calls came without a price`;
}

function Elapsed({ summary, startedAt }: { readonly summary: ThreadSummary; readonly startedAt: number }) {
  const active = isActive(summary.status);
  const now = useNow(1000, active);
  const end = summary.finishedAt ?? (active ? now : summary.updatedAt);
  return <Fact name="Elapsed">{formatElapsed(end - startedAt)}</Fact>;
}

type FactProps = {
  readonly name: string;
  /** Gives way where space is short. */
  readonly long?: boolean;
  readonly children: ReactNode;
};

function Fact({ name, long, children }: FactProps) {
  return (
    <Tip label={name}>
      <span className={cx('whitespace-nowrap', long ? 'max-w-56 min-w-8 truncate' : 'shrink-0')}>
        <span className="sr-only">{name}: </span>
        {children}
      </span>
    </Tip>
  );
}

function Workspace({ path }: { readonly path: string }) {
  async function copy(): Promise<void> {
    if (await copyText(path)) showDone('Copied the folder’s path');
    else showFailure({ code: 'no_clipboard', message: 'The path could not be copied', hint: path });
  }
  return (
    <Tip label={`Copy ${path}`}>
      <button
        type="button"
        aria-label={`Copy the folder’s path: ${path}`}
        className="flex min-w-0 shrink-[20] items-center gap-1 rounded hover:text-text"
        onClick={() => void copy()}
      >
        <Folder aria-hidden className="size-3.5 shrink-0" />
        <span className="max-w-48 min-w-8 truncate">{lastPart(path)}</span>
      </button>
    </Tip>
  );
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
