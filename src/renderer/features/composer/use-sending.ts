import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { Attachment } from '../../../shared/thread/attachment.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import type { NextModel } from '../../state/next-model.ts';
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
  /** Of a run that begins with it; see `run.start`. */
  readonly model: NextModel | undefined;
  readonly way: Way;
  readonly force?: true;
};

/** Whether a run has begun with it. */
type Sent = { readonly started: boolean };

export function useSending(): UseMutationResult<Sent, RequestError, Sending> {
  return useMutation<Sent, RequestError, Sending>({ mutationFn: send });
}

async function send({ way, agentId, ...message }: Sending): Promise<Sent> {
  if (way === 'queue') {
    const { threadId, text, attachments } = message;
    try {
      await ask('queue.add', { threadId, text, attachments });
      return { started: false };
    } catch (error) {
      // It has ended in the meantime: then this begins the next one.
      if (!(error instanceof RequestError) || error.failure.code !== 'run_not_active') throw error;
    }
  }
  await ask('run.start', { ...message, agentId, interrupt: way === 'interrupt' });
  return { started: true };
}
