import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ThreadPage } from '../../shared/ipc/requests/threads.ts';
import { NO_USAGE } from '../../shared/run/usage.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';

// The bridge connects as soon as it is loaded; here nothing answers.
vi.stubGlobal('window', { runlight: { request: () => new Promise(() => {}), onPush: () => () => {} } });
const { removeFromThreadLists, stepThreadList } = await import('./thread-list.ts');

function thread(id: string, change: Partial<ThreadSummary> = {}): ThreadSummary {
  const base = { title: id, createdAt: 1, updatedAt: 1, pinned: false, archived: false, usage: NO_USAGE } as const;
  return { id, status: 'finished', ...base, ...change };
}

const KEY = ['threads.list', {}];
const client = new QueryClient();

function pages() {
  return client.getQueryData<InfiniteData<ThreadPage>>(KEY)?.pages.map((page) => page.threads);
}

beforeEach(() => {
  vi.useFakeTimers();
  client.setQueryData(KEY, {
    pages: [{ threads: [thread('a'), thread('b')], next: 'x' }, { threads: [thread('c')] }],
    pageParams: [undefined, 'x'],
  });
});
afterEach(() => vi.useRealTimers());

function isAskedAgain(): boolean {
  vi.runAllTimers();
  return client.getQueryState(KEY)?.isInvalidated === true;
}

it('changes a row in place', () => {
  stepThreadList(client, thread('c', { title: 'New', plan: { done: 1, total: 2 } }));
  expect(pages()).toEqual([[thread('a'), thread('b')], [thread('c', { title: 'New', plan: { done: 1, total: 2 } })]]);
  expect(isAskedAgain()).toBe(false);
});

it('asks again for what may stand elsewhere now', () => {
  stepThreadList(client, thread('c', { status: 'running' }));
  expect(isAskedAgain()).toBe(true);
});

it('asks again for what it does not hold', () => {
  stepThreadList(client, thread('d'));
  expect(
    pages()
      ?.flat()
      .map(({ id }) => id),
  ).toEqual(['a', 'b', 'c']);
  expect(isAskedAgain()).toBe(true);
});

it('takes a thread that is gone out of its page', () => {
  removeFromThreadLists(client, 'b');
  expect(pages()).toEqual([[thread('a')], [thread('c')]]);
});
