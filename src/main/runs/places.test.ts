import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

function room(cap: number) {
  const sizes = { cap, moves: 0 };
  const places = createPlaces(
    () => sizes.cap,
    () => (sizes.moves += 1),
  );
  const order = (...ids: readonly string[]): readonly (number | undefined)[] => ids.map((id) => places.placeOf(id));
  return { places, sizes, order };
}

test('places go in order of asking; who has worked before goes before who has not', () => {
  const { places, order } = room(1);
  const first = places.ask('a', false);
  const second = places.ask('b', false);
  places.ask('c', false);
  places.ask('d', true);
  expect([first.held(), second.held()]).toEqual([true, false]);
  expect(order('a', 'b', 'c', 'd')).toEqual([undefined, 2, 3, 1]);
  first.leave();
  first.leave();
  expect(order('b', 'c', 'd')).toEqual([1, 2, undefined]);
});

test('a run may be moved to the front, and leave the queue', async () => {
  const { places, order } = room(1);
  const holder = places.ask('a', false);
  const waiting = places.ask('b', false);
  const last = places.ask('c', false);
  expect([places.toFront('c'), places.toFront('a')]).toEqual([true, false]);
  expect(order('b', 'c')).toEqual([2, 1]);
  // Who comes back from an approval does not push it away.
  places.ask('d', true);
  expect(order('b', 'c', 'd')).toEqual([3, 1, 2]);
  waiting.leave();
  holder.leave();
  await last.granted;
  expect(order('c', 'd')).toEqual([undefined, 1]);
});

test('starting one now takes a place beyond the cap, which nobody gets after it', () => {
  const { places, order } = room(1);
  const first = places.ask('a', false);
  const second = places.ask('b', false);
  const third = places.ask('c', false);
  expect([places.startNow('b'), places.startNow('b')]).toEqual([true, false]);
  expect(second.held()).toBe(true);
  first.leave();
  expect(order('c')).toEqual([1]);
  second.leave();
  expect(third.held()).toBe(true);
});

test('a larger cap lets more in, a smaller one sends nobody away', () => {
  const { places, sizes, order } = room(1);
  const tickets = ['a', 'b', 'c'].map((id) => places.ask(id, false));
  sizes.cap = 2;
  places.fill();
  expect(tickets.map((ticket) => ticket.held())).toEqual([true, true, false]);
  sizes.cap = 1;
  tickets[0]?.leave();
  expect(order('c')).toEqual([1]);
  tickets[1]?.leave();
  expect(tickets[2]?.held()).toBe(true);
});
