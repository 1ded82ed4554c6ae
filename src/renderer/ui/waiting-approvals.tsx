import type { WaitingApproval } from '../../shared/run/running.ts';
import { routeHash } from '../state/route.ts';
import { DecideAll } from './decide-all.tsx';
import { ApprovalCard } from './approval-card.tsx';

type WaitingApprovalsProps = {
  /** Where they are shown: what another thread asks names who does, and leads there. */
  readonly threadId: string;
  readonly approvals: readonly WaitingApproval[];
};

/** Calls that a person has to decide about, wherever in a family of threads they were made. */
export function WaitingApprovals({ threadId: shownIn, approvals }: WaitingApprovalsProps) {
  const runIds = [...new Set(approvals.map(({ runId }) => runId))];
  const cards = approvals.map(({ threadId, runId, agent, toolName, ...call }) => (
    <div key={`${runId}/${call.callId}`}>
      {threadId !== shownIn && (
        <p className="mt-1 text-sm text-soft">
          Asked by{' '}
          <a
            href={routeHash({ view: 'thread', threadId })}
            className="rounded text-inherit underline-offset-2 hover:underline"
          >
            {agent}
          </a>
        </p>
      )}
      <ApprovalCard {...call} runId={runId} name={toolName} />
    </div>
  ));
  if (approvals.length < 2) return cards;
  return (
    <>
      <DecideAll key={approvals.map(({ callId }) => callId).join()} runIds={runIds} count={approvals.length} />
      {cards}
    </>
  );
}
