import type { Plan, PlanItem } from '../../shared/todos/plan.ts';

export type HeadedPhase = {
  /** By what it is known as long as it is called the same. */
  readonly key: string;
  /** Its own; absent of a flat list, and of what is of earlier runs. */
  readonly name?: string;
  /** Absent: a flat list has no heading. With a roman numeral where there are several phases. */
  readonly title?: string;
  /** What was closed in earlier runs, whatever phases it came from. */
  readonly earlier: boolean;
  readonly items: readonly PlanItem[];
};

/** The phases of a plan with their headings, in order. */
export function headedPhases({ phases }: Plan): readonly HeadedPhase[] {
  const own = phases.filter(({ earlier }) => earlier !== true);
  const past = phases.filter(({ earlier }) => earlier === true).flatMap(({ items }) => items);
  const several = own.filter(({ name }) => name !== undefined).length > 1;
  const headed = own.map(({ name, items }, index): HeadedPhase => {
    if (name === undefined) return { key: '', earlier: false, items };
    return {
      key: `phase ${name}`,
      name,
      title: several ? `${roman(index + 1)}. ${name}` : name,
      earlier: false,
      items,
    };
  });
  return past.length === 0 ? headed : [{ key: 'earlier', title: 'Earlier', earlier: true, items: past }, ...headed];
}

const DIGITS: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  let left = number;
  let text = '';
  for (const [value, digit] of DIGITS) {
    text += digit.repeat(Math.floor(left / value));
    left %= value;
  }
  return text;
}
