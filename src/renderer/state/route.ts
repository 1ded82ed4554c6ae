import { useSyncExternalStore } from 'react';
import { assertNever } from '../../shared/lib/assert.ts';

/** What the middle of the window shows. It lives in the address, so that a reload comes back to it. */
export type Route =
  | { readonly view: 'home' }
  | { readonly view: 'new'; readonly agentId?: string }
  | { readonly view: 'thread'; readonly threadId: string; readonly entryId?: string }
  | { readonly view: 'settings'; readonly section?: string };

export function parseRoute(hash: string): Route {
  const [view, first, second] = hash.replace(/^#\//, '').split('/').map(decode);
  if (view === 'thread' && first) return { view, threadId: first, entryId: second || undefined };
  if (view === 'new') return { view, agentId: first || undefined };
  if (view === 'settings') return { view, section: first || undefined };
  return { view: 'home' };
}

/** A hand-written address may hold what no encoder writes. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function routeHash(route: Route): string {
  switch (route.view) {
    case 'home':
      return '#/';
    case 'new':
      return hashOf('new', route.agentId);
    case 'thread':
      return hashOf('thread', route.threadId, route.entryId);
    case 'settings':
      return hashOf('settings', route.section);
    default:
      return assertNever(route);
  }
}

function hashOf(...parts: readonly (string | undefined)[]): string {
  return `#/${parts
    .filter((part) => part !== undefined)
    .map(encodeURIComponent)
    .join('/')}`;
}

/** The route that the address says now. */
export function currentRoute(): Route {
  return parseRoute(window.location.hash);
}

/** Where the person was before New run or Settings. */
let cameFrom: Route = { view: 'home' };

export function navigate(route: Route): void {
  const current = currentRoute();
  if (current.view === 'home' || current.view === 'thread') cameFrom = current;
  window.location.hash = routeHash(route);
}

/** Goes back from a page that lies over the others; false on any other page. */
export function leave(route: Route): boolean {
  if (route.view !== 'new' && route.view !== 'settings') return false;
  navigate(cameFrom);
  return true;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => window.location.hash));
}
