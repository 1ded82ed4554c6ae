import { describe, expect, it } from 'vitest';
import type { Plan, PlanItem } from '../todos/plan.ts';
import { planRowDiffers, planRows } from './plan-rows.ts';

function item(content: string, rest: Partial<PlanItem> = {}): PlanItem {
  return { key: rest.id ?? content, content, status: 'pending', ...rest };
}

function flat(...items: readonly PlanItem[]): Plan {
  return { phases: [{ items }] };
}

/** `content|content: what differs`. */
function told(left: Plan | undefined, right: Plan | undefined): readonly string[] {
  return planRows(left, right).map(
    (row) =>
      `${row.left?.item.content ?? '-'}|${row.right?.item.content ?? '-'}${row.differs.map((one) => ` ${one}`).join('')}`,
  );
}

describe('planRows', () => {
  it('finds the same items by their ids, whatever they say', () => {
    const left = flat(item('Read', { id: '1' }), item('Write', { id: '2', status: 'completed' }));
    const right = flat(item('Read it', { id: '1' }), item('Write', { id: '2', status: 'blocked', note: 'why' }));
    expect(told(left, right)).toEqual(['Read|Read it content', 'Write|Write status note']);
  });

  it('finds them by what they say where ids do not', () => {
    const left = flat(item('Read', { id: '1' }), item('Test'));
    const right: Plan = {
      phases: [
        { name: 'First', items: [item('Read')] },
        { name: 'Then', items: [item('Test')] },
      ],
    };
    expect(told(left, right)).toEqual(['Read|Read place', 'Test|Test place']);
  });

  it('keeps the order of the left, and puts what the right has besides where it stands there', () => {
    const left = flat(item('a'), item('b'), item('c'));
    const right = flat(item('c'), item('a'), item('x'), item('b'));
    expect(told(left, right)).toEqual(['a|a', '-|x', 'b|b', 'c|c place']);
  });

  it('tells two items of the same words apart', () => {
    expect(told(flat(item('a'), item('a')), flat(item('a')))).toHaveLength(2);
    expect(told(flat(item('a'), item('a')), flat(item('a'), item('a')))).toEqual(['a|a', 'a|a']);
  });

  it('shows a plan that only one side has', () => {
    const rows = planRows(undefined, flat(item('a')));
    expect(rows).toEqual([{ right: { item: item('a') }, differs: [] }]);
    expect(rows.map(planRowDiffers)).toEqual([true]);
    expect(planRows(undefined, undefined)).toEqual([]);
  });
});
