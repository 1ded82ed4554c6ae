import { ok, type Result } from '../../../shared/lib/result.ts';
import type { Store } from '../../threads/open.ts';
import { emptyLog } from '../../threads/purge.ts';
import { unsentOf, putUnsent } from '../../threads/unsent.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function unsentRoutes({ stores }: RouteDeps): HandlersOf<'unsent'> {
  /** The key of a text for a thread names it, and the entry if it is about one. */
  function storeOf(key: string): Store {
    return (
      key
        .split(':')
        .map(stores.of)
        .find((store) => store === stores.unsaved) ?? stores.home
    );
  }

  /** What is not to be saved, and was in the writing before anyone said so, is nowhere on the disk any more. */
  function forget(key: string): Result<null> {
    if (unsentOf(stores.home.read, key) === '') return ok(null);
    const forgotten = putUnsent(stores.home.write, key, '');
    return forgotten.ok ? emptyLog(stores.home.write) : forgotten;
  }

  return {
    'unsent.get': ({ key }) => ok({ text: unsentOf(stores.unsaved.read, key) || unsentOf(storeOf(key).read, key) }),
    'unsent.set'({ key, text, saveHistory }) {
      const store = saveHistory ? storeOf(key) : stores.unsaved;
      const put = putUnsent(store.write, key, text);
      if (!put.ok) return put;
      return store === stores.unsaved ? forget(key) : putUnsent(stores.unsaved.write, key, '');
    },
  };
}
