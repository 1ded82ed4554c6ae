import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshSoon } from './refresh-soon.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is asked is waited for, however slow, and then asked again once', async () => {
  const client = new QueryClient();
  const asked: ((answer: string) => void)[] = [];
  const queryKey = ['slow'];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  for (let second = 0; second < 5; second += 1) {
    refreshSoon(client, queryKey, 1000);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(asked).toHaveLength(1);
  asked[0]?.('first');
  await vi.advanceTimersByTimeAsync(1000);
  expect(client.getQueryData(queryKey)).toBe('first');
  expect(asked).toHaveLength(2);
  asked[1]?.('second');
  await vi.advanceTimersByTimeAsync(5000);
  expect(client.getQueryData(queryKey)).toBe('second');
  expect(asked).toHaveLength(2);
  stop();
  client.clear();
});
