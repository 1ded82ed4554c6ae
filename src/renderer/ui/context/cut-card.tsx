import { ChevronRight, PackageMinus, Scissors } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContextCut } from '../../../shared/run/context-answers.ts';
import { countWords } from '../../../shared/run/token-words.ts';
import type { CompactionBody, CompactionTrigger, OutputsClearedBody } from '../../../shared/thread/context-bodies.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { cx } from '../cx.ts';
import { formatDuration } from '../format.ts';
import { TakenRows } from './taken-rows.tsx';

type CutCardProps = {
  readonly body: CompactionBody | OutputsClearedBody;
  readonly threadId: string;
  readonly entryId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What the summary cost, in words. */
  readonly cost?: string;
  /** Absent where nobody has looked. */
  readonly state?: ContextCut['state'];
  /** The summary as it is to be drawn. */
  readonly children?: ReactNode;
};

/** What a compaction, or a clearing of old outputs, made of the context: before → after, and what went out of sight. */
export function CutCard({ body, threadId, entryId, open, onOpenChange, cost, state, children }: CutCardProps) {
  const isCompaction = body.kind === 'compaction';
  const Icon = isCompaction ? PackageMinus : Scissors;
  return (
    <div
      role="group"
      aria-label={isCompaction ? 'Compaction' : 'Outputs cleared'}
      className={cx(
        '@container my-2 rounded-md border',
        state !== undefined && state !== 'in_effect' && 'border-dashed',
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onOpenChange(!open)}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-3 py-1 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          {isCompaction ? 'Compacted' : 'Outputs cleared'}: {countWords(body.before)} → {countWords(body.after)}
          <span className="@max-[300px]:sr-only"> tokens</span>
        </span>
        <span className="shrink-0 text-sm text-faint">{saved(body)}</span>
        <ChevronRight aria-hidden className={cx('size-3.5 shrink-0 text-faint', open && 'rotate-90')} />
      </button>
      {open && (
        <div className="flex flex-col gap-2 border-t px-3 py-2">
          <Change {...body} />
          <Facts body={body} cost={cost} />
          {state !== undefined && <p className="text-sm text-faint">{STATES[state]}</p>}
          {isCompaction && (
            <div className="min-w-0 border-s-2 ps-3" role="group" aria-label="Summary">
              {children}
            </div>
          )}
          <TakenRows threadId={threadId} entryId={entryId} kind={body.kind} />
        </div>
      )}
    </div>
  );
}

type ChangeProps = Pick<CompactionBody, 'before' | 'after'>;

/** Both as bars on one scale; the numbers are beside them. */
function Change({ before, after }: ChangeProps) {
  const most = Math.max(before.tokens, after.tokens, 1);
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 text-sm">
      {[
        { name: 'Before', count: before, fill: 'bg-faint' },
        { name: 'After', count: after, fill: 'bg-accent' },
      ].map(({ name, count, fill }) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="h-1.5 overflow-hidden rounded-full bg-active" aria-hidden>
            <span
              className={cx('block h-full rounded-full', fill)}
              style={{ width: `${(count.tokens / most) * 100}%` }}
            />
          </dd>
          <dd className="text-end">{countWords(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ body, cost }: Pick<CutCardProps, 'body' | 'cost'>) {
  const facts = body.kind === 'compaction' ? compactionFacts(body, cost) : [['Why', TRIGGERS[body.trigger]] as const];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="min-w-0 wrap-anywhere text-soft">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Fact = readonly [name: string, value: string];

function compactionFacts(body: CompactionBody, cost: string | undefined): readonly Fact[] {
  const asked: readonly Fact[] = body.instruction === undefined ? [] : [['Asked for', visibleText(body.instruction)]];
  const spent: readonly Fact[] = cost === undefined ? [] : [['Cost', cost]];
  return [
    ['Why', TRIGGERS[body.trigger]],
    ...asked,
    ['Written by', body.model],
    ['Took', formatDuration(body.durationMs)],
    ...spent,
    ['Kept as it was', body.firstKeptId === null ? 'nothing' : 'the newest part'],
  ];
}

/** `−78 %`, of what there was before. */
function saved({ before, after }: ChangeProps): string {
  const percent = Math.round((1 - after.tokens / Math.max(1, before.tokens)) * 100);
  return `${percent < 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

const TRIGGERS: Record<CompactionTrigger, string> = {
  threshold: 'The conversation came near what the model can read',
  overflow: 'The conversation was longer than the model can read',
  person: 'By hand',
};

const STATES: Record<ContextCut['state'], string> = {
  in_effect: 'In effect: the model is sent this, while you still see everything.',
  limited: 'Not in effect: the run’s history limit leaves no room for it and all that it kept.',
  replaced: 'No longer in effect: a newer one stands for it.',
};
