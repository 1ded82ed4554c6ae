import { useMutation } from '@tanstack/react-query';
import { ask, type RequestError } from '../data/bridge.ts';
import type { RequestInput } from '../../shared/ipc/contract.ts';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';

type DecideAllProps = {
  /** Of the runs that wait. */
  readonly runIds: readonly string[];
  /** How many calls do. */
  readonly count: number;
};

/** Decides every call that waits, at once. */
export function DecideAll({ runIds, count }: DecideAllProps) {
  const decide = useMutation<unknown, RequestError, RequestInput<'run.decideAll'>['decision']>({
    mutationFn: (decision) => Promise.all(runIds.map((runId) => ask('run.decideAll', { runId, decision }))),
  });
  // Until the answers arrive as entries, a second press must do nothing.
  const decided = decide.isPending || decide.isSuccess;
  return (
    <section aria-label="Calls that wait" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-sm text-soft">{count} calls wait for you</span>
        <Button size="sm" aria-disabled={decided} onClick={() => !decided && decide.mutate('rejected')}>
          Reject all
        </Button>
        <Button
          size="sm"
          variant="primary"
          aria-disabled={decided}
          onClick={() => !decided && decide.mutate('approved')}
        >
          Approve all
        </Button>
      </div>
      {decide.error !== null && <FailureNote failure={decide.error.failure} />}
    </section>
  );
}
