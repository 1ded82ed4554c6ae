import { ListPlus, MessageCircleWarning, Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import type { CompactionBody, OutputsClearedBody } from '../../../shared/thread/context-bodies.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { changedParts } from '../../../shared/thread/intervention-parts.ts';
import { CutCard } from '../../ui/context/cut-card.tsx';
import type { ContextBlock } from './blocks.ts';
import { Markdown } from './markdown.tsx';
import { useRemembered } from './memory.ts';
import { PlanTree } from './plan-tree.tsx';

/** What changed the model's view of the conversation here. */
export function ContextRow({ block, threadId }: { readonly block: ContextBlock; readonly threadId: string }) {
  const { key, entryId = '', body, cost, changes, plan } = block;
  switch (body.kind) {
    case 'compaction':
    case 'outputs_cleared':
      return <CutRow blockKey={key} threadId={threadId} entryId={entryId} body={body} cost={cost} />;
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
      return (
        <>
          <Line icon={<Split aria-hidden className={ICON} />}>Changed here: {changedParts(body).join(', ')}</Line>
          {body.context !== undefined && (
            <p dir="auto" className="mb-2 ml-5.5 border-l pl-3 wrap-anywhere whitespace-pre-wrap text-soft">
              {visibleText(body.context)}
            </p>
          )}
        </>
      );
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

type CutRowProps = {
  readonly blockKey: string;
  readonly threadId: string;
  readonly entryId: string;
  readonly body: CompactionBody | OutputsClearedBody;
  readonly cost: string | undefined;
};

function CutRow({ blockKey, body, ...card }: CutRowProps) {
  const [open, setOpen] = useRemembered(blockKey, false);
  return (
    <CutCard {...card} body={body} open={open} onOpenChange={setOpen}>
      {body.kind === 'compaction' && <Markdown text={body.summary} live={false} />}
    </CutCard>
  );
}
