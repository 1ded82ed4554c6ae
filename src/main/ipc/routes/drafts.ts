import { ok } from '../../../shared/lib/result.ts';
import { draftOf, putDraft } from '../../threads/drafts.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function draftRoutes({ store }: RouteDeps): HandlersOf<'drafts'> {
  return {
    'drafts.get': ({ key }) => ok({ text: draftOf(store.read, key) }),
    'drafts.set': ({ key, text }) => putDraft(store.write, key, text),
  };
}
