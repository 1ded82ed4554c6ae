import type { QueryClient } from '@tanstack/react-query';
import type { Changed, Push } from '../../shared/ipc/contract.ts';
import { assertNever } from '../../shared/lib/assert.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { ThreadPush } from '../../shared/thread/window.ts';
import { stepBranchTree, stepTreeOfParent } from './branch-tree.ts';
import { bridge, followBridge } from './bridge.ts';
import { refreshChildren } from './children.ts';
import { setCompactionOutcome } from './compaction.ts';
import { refreshComparisons } from './comparisons.ts';
import { refreshOverview } from './overview.ts';
import { forgetThread, stepThread, stepThreadSummary } from './thread.ts';
import { removeFromThreadLists, stepThreadList } from './thread-list.ts';

export type PushListeners = {
  /** Tells the person what no request can. */
  readonly onProblem: (error: Failure) => void;
  /** Brings an entry into sight that the person asked for elsewhere. */
  readonly onShow: (threadId: string, entryId: string) => void;
};

/** The one place where pushes meet the query cache. */
export function followPushes(client: QueryClient, listeners: PushListeners): void {
  followBridge((pushes) => {
    for (const push of pushes) applyPush(client, push, listeners);
    const ofThreads = Map.groupBy(pushes.filter(isThreadPush), ({ threadId }) => threadId);
    for (const [threadId, steps] of ofThreads) stepThread(client, threadId, steps);
  });
  // After a break nobody knows what was missed.
  bridge.onConnection?.((connected) => {
    if (connected) void client.invalidateQueries();
  });
}

function isThreadPush(push: Push): push is ThreadPush {
  return push.type === 'entries' || push.type === 'live';
}

/** All that a push changes but the thread itself, which steps once for all that were pushed of it. */
function applyPush(client: QueryClient, push: Push, { onProblem, onShow }: PushListeners): void {
  switch (push.type) {
    case 'entries':
      if (push.entries.some((entry) => entry.kind === 'files_changed')) refreshFiles(client, push.threadId);
      if (changesLeaves(push))
        void client.invalidateQueries({ queryKey: ['branch.leaves', { threadId: push.threadId }] });
      if (changesRuns(push)) void client.invalidateQueries({ queryKey: ['thread.runs', { threadId: push.threadId }] });
      if (push.entries.some(({ kind }) => kind === 'run_started'))
        void client.invalidateQueries({ queryKey: ['context.meter', { threadId: push.threadId }] });
      return stepBranchTree(client, push);
    case 'live':
      if (push.event.type === 'compacting') setCompactionOutcome(client, push.threadId, null);
      return undefined;
    case 'summary':
      refreshOverview(client);
      refreshChildren(client, push.summary);
      refreshComparisons(client, push.summary.id);
      stepTreeOfParent(client, push.summary);
      stepThreadSummary(client, push.summary);
      return stepThreadList(client, push.summary);
    case 'removed':
      refreshOverview(client);
      refreshComparisons(client, push.threadId);
      forgetThread(client, push.threadId);
      return removeFromThreadLists(client, push.threadId);
    case 'changed':
      return refreshAnswers(client, push.what);
    case 'show':
      return onShow(push.threadId, push.entryId);
    case 'problem':
      if (push.about === 'compaction' && push.threadId !== undefined)
        setCompactionOutcome(client, push.threadId, { type: 'failed', failure: push.error });
      return onProblem(push.error);
    default:
      return assertNever(push);
  }
}

/** Whether other branches are there now, or others are active or named, or one has come to its end. */
function changesLeaves({ entries, siblings }: Extract<Push, { readonly type: 'entries' }>): boolean {
  if (entries.length === 0 || siblings !== undefined) return true;
  return entries.some(({ kind }) => kind === 'label' || kind === 'run_finished');
}

/** Whether another run is there now, or another branch may be active. */
function changesRuns({ entries, siblings }: Extract<Push, { readonly type: 'entries' }>): boolean {
  if (entries.length === 0 || siblings !== undefined) return true;
  return entries.some(({ kind }) => kind === 'run_started' || kind === 'run_finished');
}

/** What a thread's runs changed in their folders. */
function refreshFiles(client: QueryClient, threadId: string): void {
  for (const name of ['files.changed', 'files.difference']) {
    void client.invalidateQueries({ queryKey: [name, { threadId }] });
  }
}

/** What models can read. */
const WINDOWS = ['context.windows', 'context.window', 'context.meter'] as const;

const ANSWERS = {
  agents: ['agents.list', 'context.windows'],
  models: ['models.addresses', 'models.list', ...WINDOWS],
  settings: ['settings.get', ...WINDOWS],
  windows: WINDOWS,
  runs: ['runs.counts'],
  code: ['code.list'],
  queue: ['queue.list'],
} as const;

function refreshAnswers(client: QueryClient, what: Changed): void {
  if (what === 'all') return void client.invalidateQueries();
  for (const name of ANSWERS[what]) void client.invalidateQueries({ queryKey: [name] });
}
