import { ok } from '../../../shared/lib/result.ts';
import { unsentOf, putUnsent } from '../../threads/unsent.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function unsentRoutes({ store }: RouteDeps): HandlersOf<'unsent'> {
  return {
    'unsent.get': ({ key }) => ok({ text: unsentOf(store.read, key) }),
    'unsent.set': ({ key, text }) => putUnsent(store.write, key, text),
  };
}
