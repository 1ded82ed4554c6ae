import { useSyncExternalStore } from 'react';
import type { CompareSide } from '../../shared/compare/compare-side.ts';
import { assertNever } from '../../shared/lib/assert.ts';

/** What the middle of the window shows. It lives in the address, so that a reload comes back to it. */
export type Route =
  | { readonly view: 'home' }
  | { readonly view: 'new'; readonly agentId?: string }
  | { readonly view: 'thread'; readonly threadId: string; readonly entryId?: string }
  | { readonly view: 'compare'; readonly left: CompareSide; readonly right?: CompareSide }
  | { readonly view: 'settings'; readonly section?: string };

export function parseRoute(hash: string): Route {
  const [view, first, second, third, fourth] = hash.replace(/^#\//, '').split('/').map(decode);
  if (view === 'thread' && first) return { view, threadId: first, entryId: second || undefined };
  if (view === 'new') return { view, agentId: first || undefined };
  if (view === 'compare' && first)
    return { view, left: sideOf(first, second), right: third ? sideOf(third, fourth) : undefined };
  if (view === 'settings') return { view, section: first || undefined };
  return { view: 'home' };
}

const RUN = 'run ';

/** An address tells a side as its thread, and as an entry or a run of it. */
function sideOf(threadId: string, part: string | undefined): CompareSide {
  if (!part) return { threadId };
  return part.startsWith(RUN) ? { threadId, runId: part.slice(RUN.length) } : { threadId, entryId: part };
}

function partOf({ entryId = '', runId }: CompareSide): string {
  return runId === undefined ? entryId : RUN + runId;
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
    case 'compare': {
      const { left, right } = route;
      const parts = [left.threadId, partOf(left)];
      return hashOf('compare', ...parts, ...(right === undefined ? [] : [right.threadId, partOf(right)]));
    }
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

/** Where the person was before New run, a comparison or Settings. */
let cameFrom: Route = { view: 'home' };

export function navigate(route: Route): void {
  const current = currentRoute();
  if (current.view === 'home' || current.view === 'thread') cameFrom = current;
  window.location.hash = routeHash(route);
}

/** Goes back from a page that lies over the others; false on any other page. */
export function leave(route: Route): boolean {
  if (route.view === 'home' || route.view === 'thread') return false;
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
