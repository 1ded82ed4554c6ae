import { expect, test } from 'vitest';
import { describeFile, splitPath } from './file-words.ts';

test('a file is told by what became of it and who did it', () => {
  expect(describeFile({ status: 'added', by: ['tool'], gap: false, reverted: false })).toBe('Added by a tool');
  expect(describeFile({ status: 'modified', by: ['tool', 'command'], gap: true, reverted: true })).toBe(
    'Modified by a tool and a command, and by someone else in between; reverted',
  );
});

test('a path is split into its folder and its name', () => {
  expect(splitPath('src/lib/price.ts')).toEqual({ folder: 'src/lib/', name: 'price.ts' });
  expect(splitPath('price.ts')).toEqual({ folder: '', name: 'price.ts' });
});
