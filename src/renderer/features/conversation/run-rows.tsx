import { ArrowRightLeft, Play, RotateCcw, Settings } from 'lucide-react';
import { assertNever } from '../../../shared/lib/assert.ts';
import type { Limits } from '../../../shared/run/agent.ts';
import { withOpen } from '../../../shared/run/open-todos.ts';
import { useAction } from '../../data/queries.ts';
import { navigate } from '../../state/route.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { formatElapsed } from '../../ui/format.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { statusText } from '../../ui/status-text.ts';
import { useNow } from '../../ui/use-now.ts';
import type { EndBlock, HandoffBlock, RetryBlock, WaitingBlock } from './blocks.ts';

/** Failures that are put right among the model addresses. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['model_auth', 'model_unreachable', 'model_unknown', 'no_model']);

/** How a run ended, when it did not simply finish all that it planned, and the way on. */
export function EndRow({ block, threadId }: { readonly block: EndBlock; readonly threadId: string }) {
  const { status, error, newest } = block;
  const action = newest ? <ContinueButton threadId={threadId} /> : undefined;
  // One that was interrupted may say why it could not go on.
  if (status === 'failed' || error !== undefined) {
    const failure = error ?? { code: 'unknown', message: 'The run failed', hint: 'No reason was recorded' };
    return (
      <FailureNote
        failure={failure}
        action={
          <>
            {newest && OF_ADDRESS.has(failure.code) && <SettingsButton />}
            {action}
          </>
        }
        announce={false}
        className="my-2"
      />
    );
  }
  return (
    <div className="my-2 flex min-h-7 items-center gap-2 text-soft">
      <StatusDot status={status} label={endText(block)} className="min-w-0 flex-1" />
      {action}
    </div>
  );
}

function endText({ status, limit = 'steps', limits, open = 0 }: EndBlock): string {
  switch (status) {
    case 'finished':
      return withOpen(statusText(status), open);
    case 'stopped':
      return 'Stopped';
    case 'interrupted':
      return 'Interrupted: Runlight was closed while this ran. Everything up to here was kept.';
    case 'limit':
      return limitText(limit, limits?.[limit]);
    case 'failed':
      return 'Failed';
    default:
      return assertNever(status);
  }
}

function SettingsButton() {
  return (
    <Button size="sm" icon={<Settings aria-hidden />} onClick={() => navigate({ view: 'settings', section: 'models' })}>
      Providers & keys
    </Button>
  );
}

function limitText(limit: keyof Limits, value: number | undefined): string {
  const amount = value === undefined ? '' : ` of ${formatLimit(limit, value)}`;
  switch (limit) {
    case 'steps':
      return value === undefined ? 'Reached the limit of steps' : `Reached the limit${amount}`;
    case 'minutes':
      return `Reached the time limit${amount}`;
    case 'tokens':
      return `Reached the limit${amount}`;
    case 'cost':
      return `Reached the limit of cost${amount}`;
    case 'costPerDay':
      return `The agent has reached its limit of cost for today${amount}. To go on, raise it in the agent, or wait for tomorrow`;
    default:
      return assertNever(limit);
  }
}

function formatLimit(limit: keyof Limits, value: number): string {
  if (limit === 'steps') return value === 1 ? '1 step' : `${value} steps`;
  if (limit === 'minutes') return value === 1 ? '1 minute' : `${value} minutes`;
  return limit === 'tokens' ? `${formatTokens(value)} tokens` : `$${value}`;
}

export function HandoffRow({ block: { from, to } }: { readonly block: HandoffBlock }) {
  return (
    <p className="flex min-h-7 items-center gap-2 text-soft">
      <ArrowRightLeft aria-hidden className="size-3.5 shrink-0" />
      <span className="wrap-anywhere">
        {from} handed over to <strong className="font-medium text-text">{to}</strong>
      </span>
    </p>
  );
}

/** Such a thread goes on where its program runs, and nowhere else. */
function ofProgram({ summary }: OpenThread): boolean {
  return summary.source === 'code';
}

function isImported({ summary }: OpenThread): boolean {
  return summary.imported === true;
}

function ContinueButton({ threadId }: { readonly threadId: string }) {
  const imported = useThreadPart(threadId, isImported).data;
  const proceed = useAction('run.continue');
  const isOfProgram = useThreadPart(threadId, ofProgram).data === true;
  const sent = proceed.isPending || proceed.isSuccess;
  // Where a run from a file worked, and what it was allowed, does not count here.
  if (isOfProgram || imported === true) return null;
  return (
    <span className="flex flex-col items-end gap-1">
      <Button size="sm" icon={<Play />} aria-disabled={sent} onClick={() => !sent && proceed.mutate({ threadId })}>
        Continue
      </Button>
      {proceed.error !== null && (
        <FailureNote
          failure={proceed.error.failure}
          action={
            proceed.error.failure.code === 'folder_busy' && (
              <Button size="sm" onClick={() => proceed.mutate({ threadId, force: true })}>
                Continue anyway
              </Button>
            )
          }
        />
      )}
    </span>
  );
}

export function RetryRow({ block: { error, failedAt, retryAt } }: { readonly block: RetryBlock }) {
  const now = useNow(500);
  const left = Math.ceil((retryAt - now) / 1000);
  const message = error.message.replace(/\.$/, '');
  return (
    <p className="flex min-h-7 items-center gap-2 text-soft">
      <RotateCcw aria-hidden className="size-3.5 shrink-0 text-warn" />
      <span className="wrap-anywhere">
        {message};{' '}
        {left > 0
          ? `trying again in ${formatElapsed(left * 1000)}`
          : `tried again after ${formatElapsed(Math.max(1000, retryAt - failedAt))}`}
      </span>
    </p>
  );
}

const HELD = {
  queued: 'Queued: it starts by itself when another run makes room.',
  paused: 'Paused: it goes on when you press Resume.',
};

export function WaitingRow({ block: { since, held } }: { readonly block: WaitingBlock }) {
  const now = useNow(1000, held === undefined);
  if (held !== undefined) {
    return (
      <p className="flex min-h-7 items-center text-soft">
        <StatusDot status={held} label={HELD[held]} />
      </p>
    );
  }
  return (
    <p className="flex h-7 items-center gap-2 text-faint">
      <span aria-hidden className="ml-1 size-1.5 animate-pulse rounded-full bg-accent" />
      {since === undefined ? 'Working' : 'Waiting for the model'}
      {since !== undefined && now - since >= 2000 && <span>{formatElapsed(now - since)}</span>}
    </p>
  );
}
