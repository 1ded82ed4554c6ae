import { expect, it } from 'vitest';
import { parseRoute, type Route, routeHash } from './route.ts';

it.each<Route>([
  { view: 'home' },
  { view: 'new' },
  { view: 'new', agentId: 'a/b' },
  { view: 'thread', threadId: 'ü 1' },
  { view: 'thread', threadId: 't', entryId: 'e#1' },
  { view: 'compare', left: { threadId: 't' } },
  { view: 'compare', left: { threadId: 't/1', entryId: 'e' }, right: { threadId: 't' } },
  { view: 'compare', left: { threadId: 't', runId: 'r 1' }, right: { threadId: 'u', runId: 'r' } },
  { view: 'settings' },
  { view: 'settings', section: 'agents' },
])('reads back what it wrote: %o', (route) => {
  expect(parseRoute(routeHash(route))).toEqual(route);
});

it.each(['', '#', '#/thread', '#/nowhere/x'])('goes home from %j', (hash) => {
  expect(parseRoute(hash)).toEqual({ view: 'home' });
});

it('takes an address as it is where it is badly encoded', () => {
  expect(parseRoute('#/thread/%E0%A4%A')).toEqual({ view: 'thread', threadId: '%E0%A4%A', entryId: undefined });
});
