import { expect, test } from 'vitest';
import { planTimes, tellsAllTimes, workedMs } from './plan-times.ts';
import { type PlanChange, planItems, type PlanStatus } from './plan.ts';

function change(entryId: string, at: number, items: Readonly<Record<string, PlanStatus>>): PlanChange {
  const list = Object.entries(items).map(([key, status]) => ({ key, id: key, content: key.toUpperCase(), status }));
  return { entryId, at, plan: { phases: [{ items: list }] } };
}

test('an empty history has no items', () => {
  expect(planTimes([])).toEqual(new Map());
});

test('an item counts while it is in progress, over every period', () => {
  const history = [
    change('e1', 1000, { a: 'in_progress', b: 'pending' }),
    change('e2', 3000, { a: 'pending', b: 'in_progress' }),
    change('e3', 4000, { a: 'in_progress', b: 'completed' }),
  ];
  const times = planTimes(history);
  expect(times).toEqual(
    new Map([
      [
        'a',
        { workedMs: 2000, activeSince: 4000, closedAt: undefined, changedAt: 4000, changedBy: 'e3', byPerson: false },
      ],
      [
        'b',
        { workedMs: 1000, activeSince: undefined, closedAt: 4000, changedAt: 4000, changedBy: 'e3', byPerson: false },
      ],
    ]),
  );
  expect([...times.values()].map((item) => workedMs(item, 5500))).toEqual([3500, 1000]);
});

test('what other items do changes nothing, a new name does not end the period', () => {
  const renamed = change('e2', 2000, { a: 'in_progress' });
  const items = planItems(renamed.plan).map((item) => ({ ...item, content: 'other' }));
  const history = [
    change('e1', 1000, { a: 'in_progress' }),
    { ...renamed, plan: { phases: [{ items }] } },
    {
      entryId: 'e3',
      at: 3000,
      plan: { phases: [{ items: [...items, { key: 'b', content: 'B', status: 'completed' as const }] }] },
    },
  ];
  expect(planTimes(history)).toEqual(
    new Map([
      ['a', { workedMs: 0, activeSince: 1000, closedAt: undefined, changedAt: 2000, changedBy: 'e2', byPerson: false }],
      ['b', { workedMs: 0, activeSince: undefined, closedAt: 3000, changedAt: 3000, changedBy: 'e3', byPerson: false }],
    ]),
  );
});

test('an item that was left out and comes back begins anew', () => {
  const history = [
    change('e1', 1000, { a: 'in_progress' }),
    change('e2', 2000, {}),
    change('e3', 3000, { a: 'pending' }),
  ];
  const times = planTimes(history).get('a');
  expect(times).toEqual({
    workedMs: 0,
    activeSince: undefined,
    closedAt: undefined,
    changedAt: 3000,
    changedBy: 'e3',
    byPerson: false,
  });
  expect(times && workedMs(times, 9000)).toBeUndefined();
});

test('a history without its beginning tells the times of what appeared in it', () => {
  const old = change('e1', 1000, { a: 'completed' });
  const next = change('e2', 2000, { b: 'pending' });
  expect(tellsAllTimes([])).toBe(true);
  expect(tellsAllTimes([old])).toBe(false);
  expect(tellsAllTimes([old, next])).toBe(true);
  expect(tellsAllTimes([old, change('e2', 2000, { a: 'completed', b: 'pending' })])).toBe(false);
});

test('whoever made the newest change is named, and a closed item knows since when it is', () => {
  const history = [
    change('e1', 1000, { a: 'completed', b: 'pending' }),
    { ...change('e2', 2000, { a: 'completed', b: 'abandoned' }), byPerson: true as const },
  ];
  const times = planTimes(history);
  expect(times.get('a')).toMatchObject({ closedAt: 1000, changedBy: 'e1', byPerson: false });
  expect(times.get('b')).toMatchObject({ closedAt: 2000, changedBy: 'e2', byPerson: true });
});

test('times are the same whether a history grew, at either end, or came at once', () => {
  const [first, second, third] = [
    change('e1', 1000, { a: 'in_progress' }),
    change('e2', 2000, { a: 'in_progress', b: 'pending' }),
    change('e3', 3000, { a: 'completed', b: 'in_progress' }),
  ] as const;
  planTimes([second]);
  planTimes([second, third]);
  const grown = planTimes([first, second, third]);
  expect(grown).toEqual(planTimes(structuredClone([first, second, third])));
  expect(grown.get('a')).toMatchObject({ workedMs: 2000 });
});
