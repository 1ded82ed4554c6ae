import type { ModelList } from '../../shared/ipc/requests/agents.ts';
import type { SuggestGroup } from './suggest-input.tsx';

/** Models by the address that offers them, in the order given. */
export function modelGroups({ models }: Pick<ModelList, 'models'>): readonly SuggestGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id, address } of models) groups.set(address, [...(groups.get(address) ?? []), id]);
  return [...groups].map(([label, items]) => ({ label, items }));
}
