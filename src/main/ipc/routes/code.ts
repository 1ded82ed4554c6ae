import { ok } from '../../../shared/lib/result.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function codeRoutes({ code }: RouteDeps): HandlersOf<'code'> {
  return { 'code.list': () => ok(code.list()) };
}
