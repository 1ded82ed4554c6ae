import { Folder, FolderGit2 } from 'lucide-react';
import { memo } from 'react';
import { isActive } from '../../../shared/run/status.ts';
import type { FilesThen } from '../../../shared/run/agent.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { cx } from '../../ui/cx.ts';
import { copyShort } from '../../ui/copy.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { formatCost, formatElapsed, formatMoment } from '../../ui/format.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { Tip } from '../../ui/tip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ContextButton } from './context-button.tsx';

type ThreadFactsProps = { readonly summary: ThreadSummary; readonly headline: string };

/** One line under the title. Where it is short, what the list of threads and the composer say too goes first. */
export function ThreadFacts({ summary, headline }: ThreadFactsProps) {
  const { id, status, startedAt, usage, agent, model, workspace, copy } = summary;
  const cost = formatCost(usage);
  return (
    <div className="flex h-5 min-w-0 items-center gap-x-3 text-sm text-soft">
      <span role="status" title={headline} className="flex min-w-16 font-medium text-text">
        <StatusDot status={status} label={headline} />
      </span>
      {startedAt !== undefined && <Elapsed summary={summary} startedAt={startedAt} />}
      {usage.calls > 0 && (
        <Fact name="Tokens read and written, in all runs" className="@max-[420px]:sr-only">
          {`${formatTokens(usage.input)} in · ${formatTokens(usage.output)} out`}
        </Fact>
      )}
      {cost !== undefined && (
        <Fact name={costHint(summary)} className="@max-[340px]:sr-only">
          {cost}
        </Fact>
      )}
      <ContextButton threadId={id} model={model} />
      {agent !== undefined && (
        <Fact name="Agent" long className="@max-[560px]:sr-only">
          {visibleText(agent)}
        </Fact>
      )}
      {model !== undefined && (
        <Fact name="Model" long className="@max-[560px]:sr-only">
          {visibleText(model)}
        </Fact>
      )}
      {workspace !== undefined && <Workspace path={workspace} copy={copy} />}
    </div>
  );
}

function costHint({ usage, usageBelow }: ThreadSummary): string {
  const { unpriced, calls, pricedOn } = usage;
  const of = usageBelow === undefined ? 'Cost' : `Cost, ${formatCost(usageBelow) ?? 'nothing'} of it by sub-agents`;
  const by = pricedOn === undefined ? of : `${of}, priced by the table of ${pricedOn}`;
  return unpriced === 0 ? by : `${by}: ${unpriced} of ${calls} model calls came without a price`;
}

function Elapsed({ summary, startedAt }: { readonly summary: ThreadSummary; readonly startedAt: number }) {
  const active = isActive(summary.status);
  const now = useNow(1000, active);
  const end = summary.finishedAt ?? (active ? now : summary.updatedAt);
  return <Fact name="Elapsed in the last run">{formatElapsed(end - startedAt)}</Fact>;
}

type FactProps = {
  readonly name: string;
  /** Gives way where space is short. */
  readonly long?: boolean;
  readonly className?: string;
  readonly children: string;
};

/** The parts of the line change one by one. */
const Fact = memo(function Fact({ name, long, className, children }: FactProps) {
  return (
    <Tip label={name}>
      <span className={cx('whitespace-nowrap', long ? 'max-w-56 min-w-8 truncate' : 'shrink-0', className)}>
        <span className="sr-only">{name}: </span>
        {children}
      </span>
    </Tip>
  );
});

type WorkspaceProps = { readonly path: string; readonly copy: ThreadSummary['copy'] };

/** The folder that the runs work in; of a copy, what it is a copy of. */
const Workspace = memo(function Workspace({ path, copy: copied }: WorkspaceProps) {
  const Icon = copied === undefined ? Folder : FolderGit2;
  return (
    <Tip
      label={
        copied === undefined
          ? `Copy ${path}`
          : `Works on ${copyWords(copied)} of ${copied.of}${asOfWords(copied.asOf)}. Copy ${path}`
      }
    >
      <button
        type="button"
        aria-label={
          copied === undefined
            ? `Copy the folder’s path: ${path}`
            : `Works on ${copyWords(copied)} of ${copied.of}${asOfWords(copied.asOf)}. Copy its path: ${path}`
        }
        className="flex min-w-0 shrink-[20] items-center gap-1 rounded hover:text-text"
        onClick={() => void copyShort(path, 'path', 'folder’s path')}
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span className="max-w-48 min-w-8 truncate @max-[480px]:hidden">
          {copied === undefined ? lastPart(path) : `copy of ${lastPart(copied.of)}`}
        </span>
      </button>
    </Tip>
  );
});

function copyWords({ kind }: NonNullable<ThreadSummary['copy']>): string {
  return kind === 'worktree' ? 'a Git worktree' : 'a copy';
}

/** Of which moment it is a copy, and what of that could not be brought back. */
function asOfWords(asOf: FilesThen | undefined): string {
  if (asOf === undefined) return '';
  const { at, unrestored, more, unknown } = asOf;
  const lost = [...unrestored, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const moment = at === 0 ? ', as before the first message' : `, as of ${formatMoment(at)}`;
  const rest = lost === '' ? '' : `; as it is now: ${lost}`;
  return `${moment}${rest}${unknown === true ? '; what some commands changed is not known' : ''}`;
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
