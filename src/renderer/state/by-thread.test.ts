import { expect, test } from 'vitest';
import { ofThread } from './by-thread.ts';

test('nothing is kept of a thread that is named like a member of every object', () => {
  expect(ofThread({ t: 'kept' }, 't')).toBe('kept');
  for (const name of ['__proto__', 'constructor', 'u']) expect(ofThread({ t: 'kept' }, name)).toBeUndefined();
});
