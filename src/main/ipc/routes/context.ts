import { contextOf } from '../../runs/context-of.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function contextRoutes({ store }: RouteDeps): HandlersOf<'context'> {
  return { 'context.of': (where) => contextOf(store.read, where) };
}
