import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../lib/in-steps.ts';
import { align } from './align.ts';

const KEYS = [(word: string) => word, (word: string) => word.slice(0, 1)];

function aligned(left: string, right: string): readonly string[] {
  const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');
  return atOnce(align(words(left), words(right), KEYS)).map((pair) => `${pair.left ?? '-'}|${pair.right ?? '-'}`);
}

describe('align', () => {
  it('lets what was put in stand alone, and shifts nothing', () => {
    expect(aligned('a1 b1 c1', 'a1 x9 b1 c1')).toEqual(['a1|a1', '-|x9', 'b1|b1', 'c1|c1']);
  });

  it('puts together what is alike between what is the same', () => {
    expect(aligned('a1 b1 c1', 'a1 b2 c1')).toEqual(['a1|a1', 'b1|b2', 'c1|c1']);
  });

  it('never gives up what is the same for what is only alike', () => {
    expect(aligned('b1 b2', 'b2 b3')).toEqual(['b1|-', 'b2|b2', '-|b3']);
  });

  it('puts the left before the right where nothing is alike', () => {
    expect(aligned('a1 b1', 'c1')).toEqual(['a1|-', 'b1|-', '-|c1']);
  });

  it('leaves nothing out, says nothing twice, and keeps the order of both', () => {
    const words = fc.array(fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1'), { maxLength: 40 });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const pairs = atOnce(align(left, right, KEYS));
        expect(pairs.flatMap((pair) => pair.left ?? [])).toEqual(left);
        expect(pairs.flatMap((pair) => pair.right ?? [])).toEqual(right);
      }),
    );
  });
});
