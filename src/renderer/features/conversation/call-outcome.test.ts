import { expect, test } from 'vitest';
import type { CallBlock } from './blocks.ts';
import { commandFailed, failureReason } from './call-outcome.ts';

const CALL: CallBlock = { kind: 'call', key: 'k', callId: 'c', name: 'read_file', arguments: '{}', state: 'ok' };

function command(ended: 'exit' | 'timeout' | 'stopped' | 'signal', exitCode: number | null): CallBlock {
  return { ...CALL, details: { kind: 'command', command: 'make', ended, exitCode, durationMs: 1 } };
}

test('a command did its work only when it ended by itself with the code 0', () => {
  expect(commandFailed(CALL)).toBe(false);
  expect(commandFailed(command('exit', 0))).toBe(false);
  expect(commandFailed(command('exit', 3))).toBe(true);
  expect(commandFailed(command('timeout', null))).toBe(true);
  expect(commandFailed(command('stopped', null))).toBe(true);
});

test('the reason of a failed call is the first line of its answer', () => {
  const content = '\nThere is no file "a.txt".\nList the folder first.';
  expect(failureReason({ ...CALL, state: 'ok', content })).toBeUndefined();
  expect(failureReason({ ...CALL, state: 'error', content })).toBe('There is no file "a.txt".');
  expect(failureReason({ ...CALL, state: 'refused', content })).toBe('There is no file "a.txt".');
  expect(failureReason({ ...CALL, state: 'error', content: ' ' })).toBeUndefined();
  expect(failureReason({ ...command('exit', 2), state: 'error', content })).toBeUndefined();
});

test('the reason of a rejected call is what the person wrote', () => {
  const decision = { decision: 'rejected', by: 'person', reason: 'not now' } as const;
  expect(failureReason({ ...CALL, state: 'rejected', content: 'The person said no', decision })).toBe('not now');
  expect(failureReason({ ...CALL, state: 'rejected', content: 'The person said no' })).toBeUndefined();
});
