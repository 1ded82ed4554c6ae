import type { QueryClient } from '@tanstack/react-query';
import type { Push } from '../../shared/ipc/contract.ts';
import { assertNever } from '../../shared/lib/assert.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { bridge } from './bridge.ts';
import { forgetThread, stepThread, stepThreadSummary } from './thread.ts';
import { removeFromThreadLists, stepThreadList } from './thread-list.ts';

/** The one place where pushes meet the query cache. `onProblem` tells the person what no request can. */
export function followPushes(client: QueryClient, onProblem: (error: Failure) => void): void {
  bridge.onPush((push) => applyPush(client, push, onProblem));
  // After a break nobody knows what was missed.
  bridge.onConnection?.((connected) => {
    if (connected) void client.invalidateQueries();
  });
}

function applyPush(client: QueryClient, push: Push, onProblem: (error: Failure) => void): void {
  switch (push.type) {
    case 'entries':
    case 'live':
      return stepThread(client, push);
    case 'summary':
      stepThreadSummary(client, push.summary);
      return stepThreadList(client, push.summary);
    case 'removed':
      forgetThread(client, push.threadId);
      return removeFromThreadLists(client, push.threadId);
    case 'changed':
      return refreshAnswers(client, push.what);
    case 'problem':
      return onProblem(push.error);
    default:
      return assertNever(push);
  }
}

const ANSWERS = {
  agents: ['agents.list'],
  models: ['models.addresses', 'models.list'],
  settings: ['settings.get'],
} as const;

function refreshAnswers(client: QueryClient, what: keyof typeof ANSWERS): void {
  for (const name of ANSWERS[what]) void client.invalidateQueries({ queryKey: [name] });
}
