import { ShieldQuestion } from 'lucide-react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { WaitingApproval } from '../../../shared/run/running.ts';
import { useAction } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { commandOf, prettyArguments } from '../../ui/call-text.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useNow } from '../../ui/use-now.ts';

type ApprovalAskProps = { readonly runId: string; readonly approval: WaitingApproval };

/** A call that waits for the person, to be decided without leaving the overview. */
export function ApprovalAsk({ runId, approval }: ApprovalAskProps) {
  const { callId, toolName, arguments: text, approvesAt } = approval;
  const decide = useAction('run.decide');
  const decided = decide.isPending || decide.isSuccess;
  const command = commandOf(toolName, text);
  function send(decision: 'approved' | 'rejected'): void {
    if (!decided) decide.mutate({ runId, callId, decision });
  }
  return (
    <div role="group" aria-label={`Approval of ${toolName}`} className="flex flex-col gap-2 border-t pt-2">
      <p className="flex items-center gap-1.5 text-sm">
        <ShieldQuestion aria-hidden className="size-3.5 shrink-0 text-warn" />
        <span className="min-w-0 flex-1 truncate">
          Wants to use <code className="font-mono">{toolName}</code>
        </span>
        {approvesAt !== undefined && <Countdown until={approvesAt} />}
      </p>
      <pre
        tabIndex={0}
        role="group"
        aria-label={command === undefined ? 'Arguments' : 'Command'}
        dir="auto"
        className="scroll-thin max-h-28 overflow-y-auto rounded-md border bg-code px-2 py-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {visibleText(command ?? prettyArguments(text))}
      </pre>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" aria-disabled={decided} onClick={() => send('approved')}>
          Approve
        </Button>
        <Button size="sm" aria-disabled={decided} onClick={() => send('rejected')}>
          Reject
        </Button>
      </div>
      {decide.error !== null && <FailureNote failure={decide.error.failure} />}
    </div>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const now = useNow(250);
  return <span className="shrink-0 text-faint">by itself in {Math.max(0, Math.ceil((until - now) / 1000))}s</span>;
}
