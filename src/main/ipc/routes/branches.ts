import { ok } from '../../../shared/lib/result.ts';
import { changesSince, filesThen, notKept } from '../../files/files-then.ts';
import { forkThread } from '../../histories/fork-thread.ts';
import { pace } from '../../lib/pace.ts';
import { commit } from '../../runs/commit.ts';
import { branchTree } from '../../threads/branch-tree.ts';
import { leafPage } from '../../threads/leaves.ts';
import { ownRunAt } from '../../threads/runs.ts';
import { threadSummary } from '../../threads/summaries.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';
import { threadGone } from './thread-gone.ts';

const clock = (): number => performance.now();

export function branchRoutes(deps: RouteDeps, purgeLater: () => void): HandlersOf<'branch'> {
  const { store, runs, files, summaries, now, newId } = deps;

  function isThere(threadId: string): boolean {
    return threadSummary(store.read, threadId) !== undefined;
  }

  return {
    'branch.activate'({ threadId, entryId }) {
      if (!isThere(threadId)) return threadGone();
      const moved = runs.activate(threadId, entryId);
      return moved.ok ? ok({ headId: moved.value }) : moved;
    },
    'branch.label'({ threadId, entryId, label }) {
      if (!isThere(threadId)) return threadGone();
      const draft = { id: newId(), targetId: entryId, body: { kind: 'label', label } } as const;
      const noted = commit(deps, { threadId, tip: entryId }, [draft]);
      return noted.ok ? ok(null) : noted;
    },
    async 'branch.fork'({ threadId, entryId }) {
      const { write } = store;
      const forked = await forkThread({ write, now, clock, newId, pace: pace(clock) }, threadId, entryId);
      // What was written of one that failed goes with what was deleted.
      if (!forked.ok) purgeLater();
      if (!forked.ok) return forked;
      summaries.publish(forked.value);
      return ok({ threadId: forked.value });
    },
    async 'branch.files'({ threadId, fromEntryId }) {
      const folder = ownRunAt(store.read, threadId, fromEntryId)?.agent.workspace;
      if (folder === undefined) return ok(null);
      const since = await changesSince(store.read, threadId, fromEntryId, folder);
      if (since.files.size === 0 && since.more === 0 && !since.unknown) return ok(null);
      const then = filesThen(since, await notKept(since, files.snapshots(threadId)));
      return ok({ ...then, folder, changed: since.files.size + since.more });
    },
    async 'branch.tree'({ threadId, after = 0 }) {
      if (!isThere(threadId)) return threadGone();
      return ok(await branchTree(store.read, threadId, after, pace(clock)));
    },
    'branch.leaves': ({ threadId, limit, before }) => ok(leafPage(store.read, threadId, limit, before)),
  };
}
