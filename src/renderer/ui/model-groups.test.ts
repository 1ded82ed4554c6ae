import { expect, it } from 'vitest';
import { modelGroups } from './model-groups.ts';

it('groups models by address, in the order given', () => {
  const models = [
    { id: 'b/1', address: 'B' },
    { id: 'a/1', address: 'A' },
    { id: 'b/2', address: 'B' },
  ];
  expect(modelGroups({ models })).toEqual([
    { label: 'B', items: ['b/1', 'b/2'] },
    { label: 'A', items: ['a/1'] },
  ]);
});
