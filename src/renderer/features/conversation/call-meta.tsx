import { Ban, Check, CircleDashed, CirclePause, Hourglass, PencilLine, Unplug, X, type LucideIcon } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { formatDuration, formatElapsed } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import type { CallBlock, CallState } from './blocks.ts';
import { commandFailed } from './call-outcome.ts';

type Look = {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly tone: string /** Needs no words for the eye. */;
  readonly quiet?: true;
};

const LOOKS: Record<Exclude<CallState, 'running'>, Look> = {
  writing: { icon: PencilLine, word: 'writing arguments', tone: 'text-faint' },
  approval: { icon: CirclePause, word: 'waiting for approval', tone: 'text-warn' },
  queued: { icon: Hourglass, word: 'waiting for its turn', tone: 'text-faint' },
  ok: { icon: Check, word: 'ok', tone: 'text-ok', quiet: true },
  error: { icon: X, word: 'failed', tone: 'text-bad' },
  rejected: { icon: Ban, word: 'rejected', tone: 'text-bad' },
  refused: { icon: Ban, word: 'refused', tone: 'text-bad' },
  not_run: { icon: CircleDashed, word: 'not run', tone: 'text-faint' },
  interrupted: { icon: Unplug, word: 'interrupted, may have taken effect', tone: 'text-warn' },
};

/** The command answered, but did not succeed; how it ended stands beside. */
const COMMAND_FAILED: Look = { icon: X, word: 'failed', tone: 'text-bad', quiet: true };
const COMMAND_CUT: Look = { icon: X, word: 'cut short', tone: 'text-warn', quiet: true };

/** Faster calls were at once, for a person; the timeline has their times. */
const WORTH_TELLING_MS = 100;

/** The right end of a call's line: what it changed, how long it took, how it stands. */
export function CallMeta({ block }: { readonly block: CallBlock }) {
  const { state, startedAt, endedAt } = block;
  return (
    <span className="flex shrink-0 items-center gap-2 text-sm text-faint">
      <Extra block={block} />
      <Approved block={block} />
      {startedAt !== undefined && endedAt !== undefined && endedAt - startedAt >= WORTH_TELLING_MS && (
        <span>{formatDuration(endedAt - startedAt)}</span>
      )}
      {state === 'running' ? <Running since={startedAt} /> : <State look={lookOf(block, state)} />}
    </span>
  );
}

function lookOf(block: CallBlock, state: Exclude<CallState, 'running'>): Look {
  if (state !== 'ok' || !commandFailed(block)) return LOOKS[state];
  return block.details?.kind === 'command' && block.details.ended === 'exit' ? COMMAND_FAILED : COMMAND_CUT;
}

function State({ look: { icon: Icon, word, tone, quiet } }: { readonly look: Look }) {
  return (
    <span className={cx('flex items-center gap-1', tone)}>
      <span className={quiet && 'sr-only'}>{word}</span>
      <Icon aria-hidden strokeWidth={2.25} className="size-3.5" />
    </span>
  );
}

function Running({ since }: { readonly since: number | undefined }) {
  const now = useNow(1000);
  return (
    <span className="flex items-center gap-1.5">
      {since !== undefined && now - since >= 1000 && <span>{formatElapsed(now - since)}</span>}
      <span className="sr-only">running</span>
      <span
        aria-hidden
        className="size-3 animate-spin rounded-full border-[1.5px] border-accent border-t-transparent"
      />
    </span>
  );
}

function Approved({ block: { decision } }: { readonly block: CallBlock }) {
  if (decision?.decision !== 'approved') return null;
  return <span>{decision.by === 'person' ? 'approved' : 'approved by itself'}</span>;
}

function Extra({ block: { details, filesChanged } }: { readonly block: CallBlock }) {
  if (details?.kind === 'file_change') {
    return (
      <span className="flex gap-1.5 font-mono text-xs">
        {details.created && <span className="text-faint">new</span>}
        {details.added > 0 && <span className="text-ok">+{details.added}</span>}
        {details.removed > 0 && <span className="text-bad">−{details.removed}</span>}
      </span>
    );
  }
  if (details?.kind === 'command') {
    const { ended, exitCode } = details;
    return (
      <>
        {filesChanged !== undefined && filesChanged > 0 && (
          <span>{filesChanged === 1 ? '1 file changed' : `${filesChanged} files changed`}</span>
        )}
        {ended === 'exit' && exitCode !== 0 && <span className="text-bad">exit {exitCode}</span>}
        {ended !== 'exit' && (
          <span className="text-warn">
            {ended === 'timeout' ? 'timed out' : ended === 'stopped' ? 'stopped' : 'killed'}
          </span>
        )}
      </>
    );
  }
  return null;
}
