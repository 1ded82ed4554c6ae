import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { Attachment } from '../../../shared/thread/attachment.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { ask, RequestError } from '../../data/bridge.ts';

/** `start`: a run begins with it. `queue`: the run at work reads it between its steps. `interrupt`: that run is stopped first. */
export type Way = 'start' | 'queue' | 'interrupt';

export type Sending = {
  readonly threadId: string;
  readonly agentId: string;
  readonly text: string;
  readonly attachments: Attachment[];
  /** Where a new branch is to begin. */
  readonly branch?: RequestInput<'run.start'>['branch'];
  readonly way: Way;
  readonly force?: true;
};

export function useSending(): UseMutationResult<unknown, RequestError, Sending> {
  return useMutation<unknown, RequestError, Sending>({ mutationFn: send });
}

async function send({ way, agentId, ...message }: Sending): Promise<unknown> {
  if (way === 'queue') {
    const { force: _, branch: __, ...queued } = message;
    try {
      return await ask('queue.add', queued);
    } catch (error) {
      // It has ended in the meantime: then this begins the next one.
      if (!(error instanceof RequestError) || error.failure.code !== 'run_not_active') throw error;
    }
  }
  return ask('run.start', { ...message, agentId, interrupt: way === 'interrupt' });
}
