import { ChevronRight } from 'lucide-react';
import { useId, useRef } from 'react';
import { codedText, visibleText } from '../../../shared/lib/visible-text.ts';
import { ASK_TOOL } from '../../../shared/run/agent-tools.ts';
import { isTodoTool } from '../../../shared/thread/visible-path.ts';
import { describeDifference } from '../../../shared/todos/plan.ts';
import { cx } from '../../ui/cx.ts';
import { ApprovalCard } from '../../ui/approval-card.tsx';
import { CallIcon } from '../../ui/call-icon.tsx';
import { describeCall, type CallTitle } from '../../ui/describe-call.ts';
import type { CallBlock } from './blocks.ts';
import { CallBody } from './call-body.tsx';
import { CallTools } from './call-tools.tsx';
import { ChildLine } from './child-line.tsx';
import { CallMeta } from './call-meta.tsx';
import { failureReason } from './call-outcome.ts';
import { useRemembered } from './memory.ts';
import { PlanTree } from './plan-tree.tsx';
import { LiveTerminal } from './terminal.tsx';

/** A tool call as one line that opens to what went in and what came out. */
export function CallRow({ block, threadId }: { readonly block: CallBlock; readonly threadId: string }) {
  const [open, setOpen] = useRemembered(block.key, false);
  const bodyId = useId();
  const line = useRef<HTMLButtonElement>(null);
  const { name, state, output, changes, plan } = block;
  const title = describeCall(name, block.arguments);
  const reason = failureReason(block);
  return (
    <div className="group/call">
      <button
        ref={line}
        type="button"
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={() => setOpen(!open)}
        className="-mx-1.5 flex h-7 w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 text-start hover:bg-hover"
      >
        <CallIcon name={title.icon} />
        <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
          {changes !== undefined || isTodoTool(name) ? (
            <PlanLine block={block} title={title} />
          ) : (
            <>
              <span className="shrink-0 text-soft">{title.verb}</span>
              {title.target !== undefined && (
                <code dir="auto" className="truncate font-mono text-[12px] text-text">
                  {visibleText(title.target)}
                </code>
              )}
              {title.detail !== undefined && <span className="shrink-0 text-faint">{title.detail}</span>}
            </>
          )}
          {reason !== undefined && (
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-faint">
              {visibleText(reason)}
            </span>
          )}
        </span>
        <CallMeta block={block} />
        <ChevronRight
          aria-hidden
          className={cx(
            'size-3.5 shrink-0 text-faint transition-transform duration-100',
            open ? 'rotate-90' : 'invisible group-focus-within/call:visible group-hover/call:visible',
          )}
        />
      </button>
      {state === 'approval' && (
        <ApprovalCard
          runId={block.runId}
          callId={block.callId}
          name={block.name}
          arguments={block.arguments}
          approvesAt={block.approvesAt}
          rejectsAt={block.rejectsAt}
          onDecided={() => line.current?.focus({ preventScroll: true })}
        />
      )}
      {name.startsWith(ASK_TOOL) && <ChildLine block={block} threadId={threadId} />}
      {state === 'running' && output !== undefined && output.text !== '' && (
        <div className="mt-1 mb-1.5 ml-5.5">
          <LiveTerminal text={output.text} dropped={output.start > 0} />
        </div>
      )}
      {plan !== undefined && changes !== undefined && <PlanTree blockKey={block.key} change={plan} changes={changes} />}
      {open && (
        <div id={bodyId} className="mt-1 mb-2 ml-[6px] border-l pl-4">
          <CallBody block={block} />
          {block.resultId !== undefined && <CallTools threadId={threadId} resultId={block.resultId} block={block} />}
        </div>
      )}
    </div>
  );
}

const SHOWN_CHANGES = 4;

type PlanLineProps = { readonly block: CallBlock; readonly title: CallTitle };

/** What a call did to the plan; until it has, or when it did nothing, what it is about. */
function PlanLine({ block: { changes, planned, details, state }, title: { verb, target } }: PlanLineProps) {
  if (state === 'error' || state === 'refused') return <span className="shrink-0 text-soft">Todo update refused</span>;
  if (state !== 'ok') {
    return (
      <span className="truncate text-soft">
        {verb}
        {target !== undefined && <bdi> {visibleText(target)}</bdi>}
      </span>
    );
  }
  if (changes === undefined || changes.length === 0) {
    const viewed = details?.kind === 'phases' && details.op === 'view';
    return <span className="truncate text-soft">{viewed ? verb : 'Plan unchanged'}</span>;
  }
  const allNew = changes.length > 2 && changes.every((change) => change.type === 'added');
  const words = allNew
    ? changes.length === planned
      ? `Plan with ${planned} items`
      : `${changes.length} items added`
    : changes.slice(0, SHOWN_CHANGES).map(describeDifference).join(', ');
  const more = allNew ? 0 : changes.length - SHOWN_CHANGES;
  return (
    <span dir="auto" className="truncate">
      {codedText(words)}
      {more > 0 && <span className="text-faint"> and {more} more</span>}
    </span>
  );
}
