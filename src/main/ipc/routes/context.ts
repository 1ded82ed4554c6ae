import { fail, ok } from '../../../shared/lib/result.ts';
import type { AgentSnapshot } from '../../../shared/run/agent.ts';
import { isCodeAgentId } from '../../../shared/run/code.ts';
import { resolveCodeAgent } from '../../connect/code/resolve-code-agent.ts';
import { createContextViews } from '../../runs/context-views.ts';
import { resolveAgain, resolveModel } from '../../runs/resolve.ts';
import { DEMO_AGENT } from '../../demo/demo-agent.ts';
import { listAgents } from '../../settings/agents.ts';
import { modelWindow } from '../../settings/context-windows.ts';
import { readSettings } from '../../settings/settings.ts';
import { ownRunAt } from '../../threads/runs.ts';
import { threadSummary } from '../../threads/summaries.ts';
import { headOf, sourceOf } from '../../threads/thread-rows.ts';
import { seesPlan } from '../../threads/sees-plan.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';
import { threadGone } from './thread-gone.ts';
import { threadOfProgram } from './thread-of-program.ts';

export function contextRoutes({ store, stores, runs, code, keys, home, host }: RouteDeps): HandlersOf<'context'> {
  const resolving = { read: stores.home.read, keys, home, shellPath: host.shellPath };

  async function resolve(agent: AgentSnapshot) {
    const { id: agentId = '', overrides, workspace, copy } = agent;
    if (!isCodeAgentId(agentId)) return resolveAgain(resolving, agent);
    return resolveCodeAgent(code, { agentId, overrides, workspace, copy }, (id) => resolveModel(resolving, id));
  }

  const views = createContextViews(store.read);
  return {
    'context.of': views.request,
    async 'context.matches'(where) {
      const found = await views.request(where);
      return found.ok ? ok(found.value.sent?.matches ?? null) : found;
    },
    async 'context.meter'(where) {
      const found = await views.meter(where);
      if (!found.ok) return found;
      const { automatic, share } = readSettings(stores.home.read).compaction;
      const window = modelWindow(stores.home.read, found.value.model);
      return ok({ ...found.value, window, compacts: { automatic, share } });
    },
    'context.rows': (asked) => views.rows(asked, asked),
    'context.body': (asked) => views.body(asked, asked.place),
    'context.cuts': views.cuts,
    'context.taken': (asked) => views.taken(asked, asked),
    'context.window': ({ model }) => ok(modelWindow(stores.home.read, model)),
    async 'context.compact'({ threadId, instruction }) {
      if (threadSummary(store.read, threadId) === undefined) return threadGone();
      if (sourceOf(store.read, threadId) === 'code') return threadOfProgram();
      const wish = instruction === undefined ? {} : { instruction };
      if (runs.compactInRun(threadId, wish)) return ok({ when: 'next_call' });
      // Whose model and tools a file names does not count here.
      const last = ownRunAt(store.read, threadId, headOf(store.read, threadId) ?? null);
      if (last === undefined)
        return fail('nothing_to_compact', 'No agent of yours has worked here yet', 'Write a message first');
      const agent = await resolve(last.agent);
      if (!agent.ok) return agent;
      const started = runs.compactThread(threadId, agent.value, wish);
      return started.ok ? ok({ when: 'now' }) : started;
    },
    'context.windows'() {
      const settings = readSettings(store.read);
      const named = listAgents(store.read).map(({ model }) => model);
      const all = [
        settings.model ?? '',
        ...named,
        settings.compaction.model ?? '',
        ...Object.keys(settings.contextWindows),
      ];
      const ids = new Set(all.filter((id) => id !== '' && id !== DEMO_AGENT.model));
      return ok([...ids].map((id) => modelWindow(store.read, id)));
    },
    'context.cancel'({ threadId }) {
      runs.cancelCompaction(threadId);
      return ok(null);
    },
    'context.seesPlan': ({ threadId, entryId }) => ok(seesPlan(store.read, threadId, entryId)),
  };
}
