import { expect, test } from 'vitest';
import { type Plan, planDifferences, type PlanStatus } from '../../../shared/todos/plan.ts';
import { planOutline, type PlanOutline } from './plan-outline.ts';

/** `planOf({ A: 'x a> b+' })`: a phase with items, `>` in progress and `+` done. */
function planOf(phases: Readonly<Record<string, string>>): Plan {
  return {
    phases: Object.entries(phases).map(([name, items]) => ({
      ...(name === '' ? {} : { name }),
      items: items.split(' ').map((text) => {
        const key = text.replace(/[>+]$/, '');
        const status: PlanStatus = text.endsWith('>') ? 'in_progress' : text.endsWith('+') ? 'completed' : 'pending';
        return { key, content: key, status };
      }),
    })),
  };
}

function words({ lines, moreItems, morePhases }: PlanOutline): readonly string[] {
  const text = lines.map((line) =>
    line.kind === 'item'
      ? `  ${line.item.key}`
      : `${line.title} ${line.progress.done}/${line.progress.total}${line.open ? ':' : ''}`,
  );
  return [
    ...text,
    ...(moreItems > 0 ? [`+ ${moreItems} items`] : []),
    ...(morePhases > 0 ? [`+ ${morePhases} phases`] : []),
  ];
}

const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

test('phases that a change did not touch are a line each', () => {
  const before = planOf({ Read: 'a+ b+', Write: 'c> d', Ship: 'e' });
  const after = planOf({ Read: 'a+ b+', Write: 'c+ d>', Ship: 'e' });
  expect(words(planOutline(after, planDifferences(before, after), false))).toEqual([
    'I. Read 2/2',
    'II. Write 1/2:',
    '  c',
    '  d',
    'III. Ship 0/1',
  ]);
});

test('the phase under way is open, whatever was touched', () => {
  const before = planOf({ Read: 'a>', Write: 'b' });
  const after = planOf({ Read: 'a>', Write: 'b c' });
  expect(words(planOutline(after, planDifferences(before, after), false))).toEqual([
    'I. Read 0/1:',
    '  a',
    'II. Write 0/2:',
    '  b',
    '  c',
  ]);
});

test('eight items stand around the one under way, wherever it is', () => {
  const keys = many('t', 40);
  for (const current of [0, 1, 20, 38, 39]) {
    const plan = planOf({ '': keys.map((key, index) => (index === current ? `${key}>` : key)).join(' ') });
    const outline = planOutline(plan, [], false);
    expect(outline.lines).toHaveLength(8);
    expect(outline.lines.some((line) => line.kind === 'item' && line.item.key === `t${current}`)).toBe(true);
    expect(outline.moreItems).toBe(32);
  }
});

test('of many phases the nearest are told', () => {
  const plan = planOf(Object.fromEntries(many('P', 30).map((name, n) => [name, n === 15 ? `t${n}>` : `t${n}`])));
  expect(words(planOutline(plan, [], false))).toEqual([
    'XIV. P13 0/1',
    'XV. P14 0/1',
    'XVI. P15 0/1:',
    '  t15',
    ...['XVII. P16', 'XVIII. P17', 'XIX. P18', 'XX. P19', 'XXI. P20', 'XXII. P21'].map((title) => `${title} 0/1`),
    '+ 21 phases',
  ]);
});

test('all of it, but for what is put aside', () => {
  const plan = planOf({ Read: 'a b', Write: many('c', 20).join(' ') });
  const [old] = planOf({ Old: 'x+' }).phases;
  if (old === undefined) throw new Error('one phase');
  const outline = planOutline({ phases: [{ ...old, earlier: true }, ...plan.phases] }, [], true);
  expect(words(outline).slice(0, 3)).toEqual(['Earlier 1/1', 'I. Read 0/2:', '  a']);
  expect(outline.lines.filter(({ kind }) => kind === 'item')).toHaveLength(22);
  expect(outline).toMatchObject({ moreItems: 0, morePhases: 0 });
});
