import { expect, test } from 'vitest';
import { proposedDiff } from './proposed-diff.ts';

test.each([
  ['edit_file', { path: 'a', old_text: 'one\ntwo', new_text: 'three\n' }, { path: 'a', diff: '-one\n-two\n+three' }],
  ['edit_file', { path: 'a', old_text: 'one', new_text: '' }, { path: 'a', diff: '-one' }],
  ['write_file', { path: 'b', content: 'x\ny\n' }, { path: 'b', diff: '+x\n+y' }],
  ['read_file', { path: 'b' }, undefined],
  ['edit_file', { path: 7 }, undefined],
])('%s %j', (name, args, expected) => {
  expect(proposedDiff(name, JSON.stringify(args))).toEqual(expected);
});

test('arguments that are not JSON propose nothing', () => {
  expect(proposedDiff('write_file', '{"path"')).toBeUndefined();
});
