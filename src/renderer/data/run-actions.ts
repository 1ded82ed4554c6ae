import { type QueryClient, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { activeRunId } from './active-run.ts';
import { ask, type RequestError } from './bridge.ts';
import { openThread } from './thread.ts';

/** Stops what runs on a thread that is open in this window: `mutate(threadId)`. Where nothing runs, nothing happens. */
export function useStopRun(): UseMutationResult<null, RequestError, string> {
  const client = useQueryClient();
  return useMutation<null, RequestError, string>({ mutationFn: (threadId) => stopThread(client, threadId) });
}

/** The same where no component waits for how it went. */
export async function stopThread(client: QueryClient, threadId: string): Promise<null> {
  const opened = openThread(client, threadId);
  const runId = opened && activeRunId(opened.summary);
  return runId === undefined ? null : ask('run.stop', { runId });
}
