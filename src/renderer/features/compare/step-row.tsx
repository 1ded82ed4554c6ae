import {
  ArrowRightLeft,
  ArrowUpRight,
  Brain,
  ListChecks,
  MessageSquare,
  PackageMinus,
  Split,
  type LucideIcon,
} from 'lucide-react';
import { useId } from 'react';
import type { CompareRow, StepLine, StepPart } from '../../../shared/compare/comparison.ts';
import type { StepKind } from '../../../shared/compare/steps.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { activateBranch } from '../../data/branch-actions.ts';
import { failureOf } from '../../data/bridge.ts';
import { useAnswer } from '../../data/queries.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { CallIcon } from '../../ui/call-icon.tsx';
import { cx } from '../../ui/cx.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lineWords } from './compare-words.ts';

const MARKS: Readonly<Record<CompareRow['type'], { readonly sign: string; readonly words: string }>> = {
  same: { sign: '', words: 'the same' },
  changed: { sign: '≠', words: 'differs' },
  left: { sign: '−', words: 'on the left alone' },
  right: { sign: '+', words: 'on the right alone' },
};

type StepRowProps = {
  readonly row: CompareRow;
  readonly threads: { readonly left: string; readonly right: string };
  readonly open: boolean;
  readonly onToggle: () => void;
};

/** A step of both sides, or of one, as a line that opens to what it holds. */
export function StepRow({ row, threads, open, onToggle }: StepRowProps) {
  const bodyId = useId();
  const { sign, words } = MARKS[row.type];
  return (
    <>
      <button
        type="button"
        data-item
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={onToggle}
        className="grid h-7 w-full grid-cols-[minmax(0,1fr)_28px_minmax(0,1fr)] items-stretch px-4 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Cell
          line={row.left}
          tone={row.type === 'left' ? 'bg-bad-soft' : row.type === 'changed' ? 'bg-warn-soft' : ''}
        />
        <span className={cx('self-center text-center', row.type === 'same' ? 'text-faint' : 'font-semibold text-text')}>
          <span aria-hidden>{sign}</span>
          <span className="sr-only">{words}</span>
        </span>
        <Cell
          line={row.right}
          tone={row.type === 'right' ? 'bg-ok-soft' : row.type === 'changed' ? 'bg-warn-soft' : ''}
        />
      </button>
      {open && (
        <div id={bodyId} className="px-4 pt-1 pb-3">
          <Detail row={row} threads={threads} />
        </div>
      )}
    </>
  );
}

const ICONS: Readonly<Record<Exclude<StepKind, 'call'>, LucideIcon>> = {
  message: MessageSquare,
  answer: Brain,
  handoff: ArrowRightLeft,
  compaction: PackageMinus,
  todo_edit: ListChecks,
  intervention: Split,
};

function Cell({ line, tone }: { readonly line: StepLine | undefined; readonly tone: string }) {
  if (line === undefined) return <span />;
  const { icon, verb, text } = lineWords(line);
  const Icon = line.kind === 'call' ? undefined : ICONS[line.kind];
  return (
    <span className={cx('flex min-w-0 items-center gap-2 rounded-sm px-1.5', tone)}>
      {Icon === undefined ? (
        <CallIcon name={icon ?? 'tool'} />
      ) : (
        <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
      )}
      <span className="shrink-0 text-soft">{verb}</span>
      <span dir="auto" className={cx('min-w-0 flex-1 truncate', line.kind === 'call' && 'font-mono text-[12px]')}>
        {text}
      </span>
      {line.outcome === 'failed' && <span className="shrink-0 text-sm text-bad">failed</span>}
      {line.kind === 'call' && line.outcome === undefined && (
        <span className="shrink-0 text-sm text-faint">no result</span>
      )}
    </span>
  );
}

function Detail({ row, threads }: Pick<StepRowProps, 'row' | 'threads'>) {
  const answer = useAnswer('compare.step', { left: placeOf(row.left), right: placeOf(row.right) });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-1.5">
        {row.left !== undefined && <ShowButton side="left" threadId={threads.left} line={row.left} />}
        {row.right !== undefined && <ShowButton side="right" threadId={threads.right} line={row.right} />}
      </div>
      {answer.isError && <FailureNote failure={failureOf(answer.error)} />}
      {answer.data === undefined && !answer.isError && <Skeleton className="h-12 w-full" />}
      {answer.data?.map((part) => (
        <Part key={part.name} part={part} />
      ))}
    </div>
  );
}

function placeOf(line: StepLine | undefined) {
  return line && { entryId: line.entryId, callId: line.callId, resultId: line.resultId };
}

type ShowButtonProps = { readonly side: 'left' | 'right'; readonly threadId: string; readonly line: StepLine };

/** Leads to the step in its conversation, on its branch. */
function ShowButton({ side, threadId, line: { entryId } }: ShowButtonProps) {
  return (
    <Button
      size="sm"
      icon={<ArrowUpRight aria-hidden />}
      onClick={() => {
        activateBranch(threadId, entryId);
        navigate({ view: 'thread', threadId, entryId });
      }}
    >
      Show on the {side}
    </Button>
  );
}

const SIDE_WORDS = { same: 'the same on both sides', left: 'on the left alone', right: 'on the right alone' } as const;

function Part({ part }: { readonly part: StepPart }) {
  if (part.type === 'differs') {
    return (
      <div>
        <p className="pb-1 text-sm font-medium text-soft">{part.name}</p>
        <DiffView diff={part.diff} />
      </div>
    );
  }
  return (
    <div>
      <p className="pb-1 text-sm text-soft">
        <span className="font-medium">{part.name}</span> <span className="text-faint">{SIDE_WORDS[part.type]}</span>
      </p>
      <pre
        tabIndex={0}
        role="group"
        aria-label={part.name}
        dir="auto"
        className="scroll-thin max-h-60 overflow-auto rounded-md border bg-code px-2.5 py-1.5 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {visibleText(part.text)}
      </pre>
    </div>
  );
}
