import { expect, test } from 'vitest';
import { blockerOf } from './blocker.ts';

test('a thread whose agent exists, or may exist, takes messages', () => {
  expect(blockerOf({ agent: 'Fixer', agentId: 'a' }, [{ id: 'b' }, { id: 'a' }])).toBeUndefined();
  expect(blockerOf({ agent: 'Fixer', agentId: 'a' }, undefined)).toBeUndefined();
  expect(blockerOf({ agent: 'Demo agent', agentId: 'demo' }, [])).toBeUndefined();
});

test('a thread without an agent says so, and one whose agent was deleted names it', () => {
  expect(blockerOf({ agent: 'Fixer' }, [])).toEqual({ message: 'This thread has no agent that can be sent to.' });
  expect(blockerOf({ agent: 'Fixer', agentId: 'a' }, [])).toEqual({ message: 'The agent “Fixer” is not set up here.' });
});

test('a thread of a program takes none, and one of an agent in code while its code is loaded', () => {
  expect(blockerOf({ agent: 'Desk', source: 'code' }, [])).toEqual({
    message: 'The runs of this thread are made by a program of yours, which alone goes on with it.',
  });
  const ofCode = { agent: 'Helper', agentId: 'code:/a/b.ts#Helper' };
  expect(blockerOf(ofCode, [{ id: ofCode.agentId }])).toBeUndefined();
  expect(blockerOf(ofCode, [])).toEqual({
    message: 'The code of Helper is not loaded. Load it with “runlight dev”.',
  });
});
