import { describe, expect, it, test } from 'vitest';
import type { Plan, PlanItem, PlanStatus } from '../../../shared/todos/plan.ts';
import { pressOn, type Writing } from './item-commands.tsx';

const item = (content: string, status: PlanStatus = 'pending', id?: string): PlanItem => ({
  key: content,
  content,
  status,
  ...(id === undefined ? {} : { id }),
});
const PHASED: Plan = {
  phases: [
    { name: 'A', items: [item('a', 'completed'), item('b', 'in_progress')] },
    { name: 'B', items: [item('c', 'blocked'), item('d', 'abandoned')] },
  ],
};
const FLAT: Plan = { phases: [{ items: [item('First', 'in_progress', 'one'), item('Second', 'completed', 'two')] }] };

/** What a key does with the item of that key: an edit, what is to be written, or nothing. */
function pressed(plan: Plan, key: string, name: string, alt = false): unknown {
  const on = plan.phases.flatMap(({ items }) => items).find((one) => one.key === name);
  if (on === undefined) throw new Error(`There is no ${name}`);
  const did: unknown[] = [];
  const event = { key, code: '', metaKey: false, ctrlKey: false, altKey: alt, shiftKey: false };
  const acts = {
    onEdit: (edit: unknown, of: PlanItem) => did.push([edit, of.key]),
    onWrite: (writing: Writing) => did.push(writing),
  };
  const meant = pressOn(plan, on, event, acts);
  expect(did).toHaveLength(meant ? 1 : 0);
  return did[0];
}

describe('keys on an item of a plan in phases', () => {
  test.each([
    ['s', 'a', { type: 'start', task: 'a' }],
    ['d', 'b', { type: 'done', task: 'b' }],
    ['x', 'b', { type: 'drop', task: 'b' }],
    ['b', 'c', { type: 'unblock', task: 'c' }],
    ['Delete', 'd', { type: 'rm', task: 'd' }],
  ])('%s changes %s', (key, name, edit) => {
    expect(pressed(PHASED, key, name)).toEqual([edit, name]);
  });

  it('move it, at the edge of its phase into the next', () => {
    expect(pressed(PHASED, 'ArrowUp', 'b', true)).toEqual([{ type: 'move', task: 'b', index: 0 }, 'b']);
    expect(pressed(PHASED, 'ArrowDown', 'b', true)).toEqual([{ type: 'move', task: 'b', phase: 'B', index: 0 }, 'b']);
    expect(pressed(PHASED, 'ArrowUp', 'c', true)).toEqual([{ type: 'move', task: 'c', phase: 'A', index: 2 }, 'c']);
    expect(pressed(PHASED, 'ArrowUp', 'a', true)).toBeUndefined();
    expect(pressed(PHASED, 'ArrowDown', 'd', true)).toBeUndefined();
  });

  it('begin to write its name, or why it is blocked', () => {
    expect(pressed(PHASED, 'F2', 'a')).toEqual({ key: 'a', what: 'name' });
    expect(pressed(PHASED, 'b', 'b')).toEqual({ key: 'b', what: 'note' });
  });

  it('do nothing that would change nothing, and nothing that means nothing', () => {
    expect(pressed(PHASED, 's', 'b')).toBeUndefined();
    expect(pressed(PHASED, 'd', 'a')).toBeUndefined();
    expect(pressed(PHASED, 'x', 'd')).toBeUndefined();
    expect(pressed(PHASED, 'b', 'a')).toBeUndefined();
    expect(pressed(PHASED, 'q', 'a')).toBeUndefined();
    expect(pressed(PHASED, 'ArrowDown', 'a')).toBeUndefined();
  });
});

test('items of a flat list go by their ids, and are neither dropped nor blocked', () => {
  expect(pressed(FLAT, 'd', 'First')).toEqual([{ type: 'done', task: 'one' }, 'First']);
  expect(pressed(FLAT, 's', 'Second')).toEqual([{ type: 'start', task: 'two' }, 'Second']);
  expect(pressed(FLAT, 'Delete', 'Second')).toEqual([{ type: 'rm', task: 'two' }, 'Second']);
  expect(pressed(FLAT, 'ArrowUp', 'Second', true)).toEqual([{ type: 'move', task: 'two', index: 0 }, 'Second']);
  expect([pressed(FLAT, 'x', 'First'), pressed(FLAT, 'b', 'First')]).toEqual([undefined, undefined]);
});
