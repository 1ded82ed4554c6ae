import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { saveThread } from '../../histories/save-thread.ts';
import { pace } from '../../lib/pace.ts';
import { branchPage } from '../../threads/branches.ts';
import { childLanes, childThreads } from '../../threads/child-threads.ts';
import { familyOf, spawnedByOf } from '../../threads/children.ts';
import { listThreads } from '../../threads/list-threads.ts';
import { openThread } from '../../threads/open-thread.ts';
import { plansBefore, plansSince } from '../../threads/plans.ts';
import { mendKeptTodos } from '../../runs/kept-todos.ts';
import { newestRun, runsOfThread } from '../../threads/runs.ts';
import { spanPage } from '../../threads/spans.ts';
import { idsOnBranch } from '../../threads/tree-walk.ts';
import { headOf, hideThread, renameThread, restoreThread, setArchived, setPinned } from '../../threads/thread-rows.ts';
import { isActive } from '../../../shared/run/status.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';
import { threadGone } from './thread-gone.ts';

const OF_A_SUBAGENT = fail(
  'thread_of_subagent',
  'This is the work of a sub-agent, and goes with the thread that it was done for',
  'Delete that thread instead',
);

export function threadRoutes(deps: RouteDeps, purgeLater: () => void): HandlersOf<'thread'> & HandlersOf<'threads'> {
  const { store, stores, runs, programs, live, summaries, now, publish, log } = deps;

  const clock = (): number => performance.now();
  const saving = new Set<string>();

  function told(threadId: string, changed: Result<null>): Result<null> {
    if (changed.ok) summaries.publish(threadId);
    return changed;
  }

  return {
    'threads.list'(input) {
      const page = listThreads(store.read, input, [stores.unsaved.read]);
      if (!page.ok) return page;
      return ok({ ...page.value, threads: page.value.threads.map(summaries.shown) });
    },
    'thread.open'({ threadId, limit }, client) {
      const opened = openThread(store.read, threadId, limit);
      if (opened === undefined) return threadGone();
      client.followed.add(threadId);
      if (!isActive(opened.summary.status)) {
        const mended = mendKeptTodos(store, threadId);
        if (!mended.ok) log('warn', 'A list was not copied to its thread', { threadId, code: mended.error.code });
      }
      return ok({ summary: summaries.shown(opened.summary), window: { ...opened.window, live: live.of(threadId) } });
    },
    'thread.close'({ threadId }, client) {
      client.followed.delete(threadId);
      return ok(null);
    },
    'thread.earlier'({ threadId, entryId, limit }) {
      const page = branchPage(store.read, { threadId, endsAt: entryId, before: true, limit });
      if (page === undefined) return threadGone();
      return ok({ ...page, ...plansSince(store.read, entryId, page.entries[0]?.seq ?? 0) });
    },
    'thread.earlierPlans': ({ entryId, limit }) => ok(plansBefore(store.read, entryId, limit)),
    'thread.earlierSpans': ({ threadId, before, limit }) => ok(spanPage(store.read, threadId, limit, before)),
    async 'thread.children'({ threadId }) {
      const children = await childThreads(store.read, threadId, pace(clock));
      return ok(children.map((child) => ({ ...child, summary: summaries.shown(child.summary) })));
    },
    async 'thread.runs'({ threadId, limit }) {
      const runs = runsOfThread(store.read, threadId).slice(-limit).reverse();
      const headId = headOf(store.read, threadId);
      const here = headId == null ? new Set<string>() : await idsOnBranch(store.read, threadId, headId);
      return ok(runs.map((run) => ({ ...run, onBranch: here.has(run.tipId) })));
    },
    'thread.lanes': async ({ threadId, runId }) => ok(await childLanes(store.read, threadId, runId, pace(clock))),
    'thread.rename': ({ threadId, title }) => told(threadId, renameThread(store.write, threadId, title)),
    'thread.pin': ({ threadId, pinned }) => told(threadId, setPinned(store.write, threadId, pinned)),
    'thread.archive': ({ threadId, archived }) => told(threadId, setArchived(store.write, threadId, archived)),
    'thread.delete'({ threadId }) {
      if (spawnedByOf(store.read, threadId) !== undefined) return OF_A_SUBAGENT;
      for (const id of familyOf(store.read, threadId)) {
        for (const run of runs.working()) if (run.threadId === id) runs.stop(run.id);
        const run = newestRun(store.read, id);
        if (run !== undefined && isActive(run.status)) void programs.tell('run.stop', run.id);
      }
      const hidden = hideThread(store.write, threadId, now());
      if (!hidden.ok) return hidden;
      for (const id of familyOf(store.read, threadId)) publish({ type: 'removed', threadId: id });
      purgeLater();
      return hidden;
    },
    async 'thread.save'({ threadId }) {
      if (saving.has(threadId)) return fail('thread_busy', 'This thread is being saved already');
      saving.add(threadId);
      const saved = await saveThread({ stores, now, clock, pace: pace(clock), checkIdle: runs.checkIdle }, threadId);
      saving.delete(threadId);
      if (!saved.ok) return saved;
      for (const id of familyOf(stores.home.read, threadId)) summaries.publish(id);
      return saved;
    },
    'thread.restore'({ threadId }) {
      const restored = restoreThread(store.write, threadId);
      if (restored.ok) familyOf(store.read, threadId).forEach(summaries.publish);
      return restored;
    },
  };
}
