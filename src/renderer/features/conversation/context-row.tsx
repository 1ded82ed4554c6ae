import { ChevronRight, ListPlus, MessageCircleWarning, PackageMinus, Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import type { CompactionBody, CompactionTrigger, TokenCount } from '../../../shared/thread/context-bodies.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { changedParts } from '../../../shared/thread/intervention-parts.ts';
import { cx } from '../../ui/cx.ts';
import { formatDuration, formatTokens } from '../../ui/format.ts';
import type { ContextBlock } from './blocks.ts';
import { Markdown } from './markdown.tsx';
import { useRemembered } from './memory.ts';
import { PlanTree } from './plan-tree.tsx';

/** What changed the model's view of the conversation here. */
export function ContextRow({ block: { key, body, cost, changes, plan } }: { readonly block: ContextBlock }) {
  switch (body.kind) {
    case 'compaction':
      return <CompactionRow blockKey={key} body={body} cost={cost} />;
    case 'outputs_cleared': {
      const text = `Old tool outputs left out for the model: ${change(body.before, body.after)}`;
      return <Line icon={<PackageMinus aria-hidden className={ICON} />}>{text}</Line>;
    }
    case 'user_todo_edit':
      return (
        <>
          <Line icon={<ListPlus aria-hidden className={ICON} />}>
            <bdi>{visibleText(body.action)}</bdi>
          </Line>
          {plan !== undefined && <PlanTree blockKey={key} change={plan} changes={changes ?? []} />}
        </>
      );
    case 'todos_restored':
      return <Line icon={<ListPlus aria-hidden className={ICON} />}>The todo list was put before the model again</Line>;
    case 'reminder':
      return <Line icon={<MessageCircleWarning aria-hidden className={ICON} />}>{REMINDERS[body.about]}</Line>;
    case 'intervention':
      return <Line icon={<Split aria-hidden className={ICON} />}>Changed here: {changedParts(body).join(', ')}</Line>;
    default:
      return assertNever(body);
  }
}

const ICON = 'size-3.5 shrink-0 text-faint';

const REMINDERS = {
  todo_error: 'The model was told that its todo update failed',
  todos_open: 'The model was reminded of its open todos',
  todos_stale: 'The model was reminded to keep its todos up to date',
};

function Line({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <p className="flex min-h-7 items-center gap-2 text-soft">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

type CompactionRowProps = {
  readonly blockKey: string;
  readonly body: CompactionBody;
  readonly cost: string | undefined;
};

function CompactionRow({ blockKey, body, cost }: CompactionRowProps) {
  const [open, setOpen] = useRemembered(blockKey, false);
  return (
    <section aria-label="Compaction" className="my-2 rounded-md border">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-3 text-start hover:bg-hover"
      >
        <PackageMinus aria-hidden className={ICON} />
        <span className="min-w-0 flex-1 wrap-anywhere">Compacted: {change(body.before, body.after)}</span>
        <span className="shrink-0 text-sm text-faint">
          {cost !== undefined && `${cost} · `}
          {formatDuration(body.durationMs)}
        </span>
        <ChevronRight aria-hidden className={cx('size-3.5 shrink-0 text-faint', open && 'rotate-90')} />
      </button>
      {open && (
        <div className="border-t px-3 py-2">
          <p className="mb-2 text-sm text-faint">
            {TRIGGERS[body.trigger]}. Written by {body.model}. What you see here stays; the model sees this summary
            instead of what came before{body.firstKeptId === null ? '' : ', and the newest part as it was'}.
          </p>
          {body.instruction !== undefined && <p className="mb-2 text-soft">Asked for: {body.instruction}</p>}
          <Markdown text={body.summary} live={false} />
        </div>
      )}
    </section>
  );
}

const TRIGGERS: Record<CompactionTrigger, string> = {
  threshold: 'The conversation came near what the model can read',
  overflow: 'The conversation was longer than the model can read',
  person: 'By hand',
};

function change(before: TokenCount, after: TokenCount): string {
  return `${count(before)} → ${count(after)} tokens`;
}

function count({ tokens, estimated }: TokenCount): string {
  return `${estimated ? '≈ ' : ''}${formatTokens(tokens)}`;
}
