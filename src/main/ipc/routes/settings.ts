import { ok } from '../../../shared/lib/result.ts';
import { deleteAgent, listAgents, saveAgent } from '../../settings/agents.ts';
import { changeSettings, readSettings } from '../../settings/settings.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function settingsRoutes({
  store,
  now,
  newId,
  publish,
}: RouteDeps): HandlersOf<'settings'> & HandlersOf<'agents'> {
  return {
    'settings.get': () => ok(readSettings(store.read)),
    'settings.set'(change) {
      const changed = changeSettings(store.write, change);
      if (changed.ok) publish({ type: 'changed', what: 'settings' });
      return changed;
    },
    'agents.list': () => ok(listAgents(store.read)),
    'agents.save'({ id, ...settings }) {
      const saved = saveAgent(store.write, id ?? newId(), settings, now());
      if (saved.ok) publish({ type: 'changed', what: 'agents' });
      return saved;
    },
    'agents.delete'({ id }) {
      const deleted = deleteAgent(store.write, id);
      if (deleted.ok) publish({ type: 'changed', what: 'agents' });
      return deleted;
    },
  };
}
