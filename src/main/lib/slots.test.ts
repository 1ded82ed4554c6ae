import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('no more than there is room for work at once, in the order of asking', async () => {
  const slots = createSlots(2);
  const began: number[] = [];
  let working = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (one) => {
      await slots.take();
      began.push(one);
      working += 1;
      most = Math.max(most, working);
      await new Promise(setImmediate);
      working -= 1;
      slots.release();
    }),
  );
  expect(began).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('who gives up waiting takes no room', async () => {
  const slots = createSlots(1);
  const controller = new AbortController();
  expect(await slots.take()).toBe(true);
  const [given, next] = [slots.take(controller.signal), slots.take()];
  controller.abort();
  expect(await given).toBe(false);
  expect(await slots.take(controller.signal)).toBe(false);
  slots.release();
  expect(await next).toBe(true);
});
