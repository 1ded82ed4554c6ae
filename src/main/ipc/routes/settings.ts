import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { agentById, agentHistory, deleteAgent, listAgents, saveAgent } from '../../settings/agents.ts';
import { changeSettings, readSettings } from '../../settings/settings.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function settingsRoutes({
  store,
  now,
  newId,
  publish,
  runs,
}: RouteDeps): HandlersOf<'settings'> & HandlersOf<'agents'> {
  return {
    'settings.get': () => ok(readSettings(store.read)),
    'settings.set'(change) {
      const changed = changeSettings(store.write, change);
      if (changed.ok) {
        publish({ type: 'changed', what: 'settings' });
        runs.fillPlaces();
      }
      return changed;
    },
    'agents.list': () => ok(listAgents(store.read)),
    'agents.save'({ id, ...settings }) {
      // Ids are ours to give: one that nobody has is of an agent that is gone, or one of the program's own.
      if (id !== undefined && agentById(store.read, id) === undefined) return agentGone();
      const saved = saveAgent(store.write, id ?? newId(), settings, now());
      if (saved.ok) publish({ type: 'changed', what: 'agents' });
      return saved;
    },
    'agents.history': ({ id }) => ok(agentHistory(store.read, id)),
    'agents.delete'({ id }) {
      const deleted = deleteAgent(store.write, id);
      if (deleted.ok) publish({ type: 'changed', what: 'agents' });
      return deleted;
    },
  };
}

function agentGone(): Result<never> {
  return fail('agent_not_found', 'This agent does not exist any more', 'Save it as a new one');
}
