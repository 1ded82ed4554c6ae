import { expect, test } from 'vitest';
import type { Plan, PlanItem } from '../../../shared/todos/plan.ts';
import { moveBy, moveTo } from './plan-moves.ts';

const item = (content: string, id?: string): PlanItem => ({ key: content, content, id, status: 'pending' });
const PHASES: Plan = {
  phases: [
    { name: 'Old', earlier: true, items: [item('z')] },
    { name: 'P', items: [item('a'), item('b'), item('c')] },
    { name: 'Q', items: [] },
  ],
};
const FLAT: Plan = { phases: [{ items: [item('a', '1'), item('b', '2')] }] };

test('an item is put beside another, counted once it is taken out', () => {
  expect(moveTo(PHASES, 'a', { type: 'after', key: 'c' })).toEqual({ type: 'move', task: 'a', index: 2 });
  expect(moveTo(PHASES, 'c', { type: 'before', key: 'a' })).toEqual({ type: 'move', task: 'c', index: 0 });
  expect(moveTo(PHASES, 'c', { type: 'after', key: 'a' })).toEqual({ type: 'move', task: 'c', index: 1 });
  expect(moveTo(FLAT, 'a', { type: 'after', key: 'b' })).toEqual({ type: 'move', task: '1', index: 1 });
});

test('or into a phase, even an empty one', () => {
  expect(moveTo(PHASES, 'b', { type: 'into', phase: 'Q' })).toEqual({ type: 'move', task: 'b', phase: 'Q', index: 0 });
});

test('where it is already, and with what is of earlier runs, nothing moves', () => {
  expect(moveTo(PHASES, 'a', { type: 'before', key: 'b' })).toBeUndefined();
  expect(moveTo(PHASES, 'a', { type: 'into', phase: 'P' })).toBeUndefined();
  expect(moveTo(PHASES, 'a', { type: 'before', key: 'z' })).toBeUndefined();
  expect(moveTo(PHASES, 'z', { type: 'before', key: 'a' })).toBeUndefined();
});

test('a step leads over the edge of a phase into the next', () => {
  expect(moveBy(PHASES, 'b', -1)).toEqual({ type: 'move', task: 'b', index: 0 });
  expect(moveBy(PHASES, 'c', 1)).toEqual({ type: 'move', task: 'c', phase: 'Q', index: 0 });
  expect(moveBy(PHASES, 'a', -1)).toBeUndefined();
  expect(moveBy(FLAT, 'b', 1)).toBeUndefined();
});
