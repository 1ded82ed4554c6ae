import { ChevronDown, ShieldQuestion } from 'lucide-react';
import { useId, useState } from 'react';
import { aloneAt, type ApprovalLimit, type DecidedAlone } from '../../shared/run/approval-limit.ts';
import { prettyJson } from '../../shared/lib/json.ts';
import { visibleText } from '../../shared/lib/visible-text.ts';
import { useAction } from '../data/queries.ts';
import { Button } from './button.tsx';
import { DiffView } from './diff-view.tsx';
import { formatElapsed } from './format.ts';
import { FailureNote } from './failure-note.tsx';
import { useNow } from './use-now.ts';
import { Menu, type MenuEntry } from './menu.tsx';
import type { RequestInput } from '../../shared/ipc/contract.ts';
import { ClippedText } from './clipped-text.tsx';
import { commandOf } from './call-text.ts';
import { proposedDiff } from './proposed-diff.ts';

type Always = RequestInput<'run.decide'>['always'];

const PLACES = { thread: 'in this thread', agent: 'for this agent' } as const;

type ApprovalCardProps = {
  readonly runId: string | undefined;
  readonly callId: string;
  /** The tool's. */
  readonly name: string;
  /** JSON as the model wrote it. */
  readonly arguments: string;
  /** The person has decided: the card will go, and must not take the focus with it. */
  readonly onDecided?: () => void;
} & DecidedAlone;

/** Asks the person whether a call may run. */
export function ApprovalCard({ runId, callId, name, arguments: text, onDecided, ...limit }: ApprovalCardProps) {
  const [reason, setReason] = useState('');
  const titleId = useId();
  const decide = useAction('run.decide');
  const command = commandOf(name, text);
  // Until the answer arrives as an entry, a second press must do nothing.
  const decided = decide.isPending || decide.isSuccess;
  const change = proposedDiff(name, text);
  const alone = aloneAt(limit);
  function send(decision: 'approved' | 'rejected', always?: Always): void {
    if (runId === undefined || decided) return;
    const words = reason.trim();
    decide.mutate({ runId, callId, decision, reason: words === '' ? undefined : words, always });
    onDecided?.();
  }
  const what = command === undefined ? (['tool'] as const) : (['command', 'tool'] as const);
  const grants: readonly MenuEntry[] = (['thread', 'agent'] as const).flatMap((scope, group) =>
    what.map((subject, index) => ({
      label: `${subject === 'command' ? 'This command' : `Every use of ${name}`}, ${PLACES[scope]}`,
      separated: group > 0 && index === 0,
      onSelect: () => send('approved', { scope, what: subject }),
    })),
  );
  return (
    <section
      aria-labelledby={titleId}
      data-approval={callId}
      className="my-1.5 flex flex-col gap-2 rounded-lg border border-line-strong bg-raised p-3"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <ShieldQuestion aria-hidden className="size-4 shrink-0 text-warn" />
        <h2 id={titleId} className="min-w-0 flex-auto font-medium">
          {command === undefined ? (
            <>
              The agent wants to use <code className="font-mono">{name}</code>
            </>
          ) : (
            'The agent wants to run a command'
          )}
        </h2>
        {alone !== undefined && <Countdown {...alone} />}
      </div>
      {command === undefined ? (
        change === undefined ? (
          <ClippedText label="Arguments" text={visibleText(prettyJson(text))} />
        ) : (
          <>
            <p className="font-mono text-sm text-soft wrap-anywhere">{visibleText(change.path)}</p>
            <DiffView diff={change.diff} />
          </>
        )
      ) : (
        <ClippedText label="Command" text={visibleText(command)} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <input
          aria-label="Reason, for the agent to read"
          placeholder="Reason (optional)"
          maxLength={10_000}
          value={reason}
          dir="auto"
          onChange={(event) => setReason(event.target.value)}
          className="h-7 min-w-0 flex-[1_1_12rem] rounded-md border border-line-strong bg-bg px-2"
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button aria-disabled={decided} onClick={() => send('rejected')}>
            Reject
          </Button>
          <Menu entries={grants}>
            <Button aria-label="Always allow" aria-disabled={decided} icon={<ChevronDown aria-hidden />}>
              Always
            </Button>
          </Menu>
          <Button variant="primary" aria-disabled={decided} onClick={() => send('approved')}>
            Approve
          </Button>
        </div>
      </div>
      {decide.error !== null && <FailureNote failure={decide.error.failure} />}
    </section>
  );
}

function Countdown({ at, decision }: { readonly at: number; readonly decision: ApprovalLimit['decision'] }) {
  const now = useNow(250);
  const left = formatElapsed(Math.max(0, Math.ceil((at - now) / 1000)) * 1000);
  return (
    <span className="shrink-0 text-sm whitespace-nowrap text-soft">
      {decision === 'approved' ? 'Approves' : 'Declines'} by itself in {left}
    </span>
  );
}
