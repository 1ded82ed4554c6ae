import { expect, test } from 'vitest';
import { NO_RUNS, type RunCounts } from '../../shared/run/status.ts';
import { createLeaving, type LeaveChoice } from './leaving.ts';

function world(counts: Partial<RunCounts>, unsavedThreads = 0) {
  const done: string[] = [];
  let answer: (choice: LeaveChoice) => void = () => undefined;
  const leaving = createLeaving({
    runs: () => ({ ...NO_RUNS, ...counts }),
    unsavedThreads: () => unsavedThreads,
    ask: ({ runs, unsavedThreads: unsaved }) => {
      done.push(unsaved === 0 ? `ask about ${runs}` : `ask about ${runs} and ${unsaved} unsaved`);
      return new Promise((resolve) => (answer = resolve));
    },
    toBackground: () => void done.push('background'),
    stay: () => void done.push('stay'),
    quit: () => void done.push('quit'),
  });
  return {
    leaving,
    done,
    choose: async (choice: LeaveChoice): Promise<void> => {
      answer(choice);
      await new Promise(setImmediate);
    },
  };
}

test('without runs one may go', () => {
  const { leaving, done } = world({});
  expect([leaving.mayGo(), done]).toEqual([true, []]);
});

test('with runs the person is asked once, and may stay', async () => {
  const { leaving, done, choose } = world({ running: 1, queued: 2 });
  expect([leaving.mayGo(), leaving.mayGo()]).toEqual([false, false]);
  expect(done).toEqual(['ask about 3']);
  await choose('stay');
  expect(leaving.mayGo()).toBe(false);
  expect(done).toEqual(['ask about 3', 'stay', 'ask about 3']);
});

test('runs may go on in the background, which is asked again next time', async () => {
  const { leaving, done, choose } = world({ waiting: 1 });
  leaving.mayGo();
  await choose('background');
  expect([leaving.mayGo(), done]).toEqual([false, ['ask about 1', 'background', 'ask about 1']]);
});

test('who chose to stop, or who is ended by the system, is not asked again', async () => {
  const { leaving, done, choose } = world({ paused: 1 });
  leaving.mayGo();
  await choose('stop');
  expect([leaving.mayGo(), done]).toEqual([true, ['ask about 1', 'quit']]);
  const other = world({ running: 5 });
  other.leaving.insist();
  expect([other.leaving.mayGo(), other.done]).toEqual([true, []]);
});

test('with threads that are not saved the person is asked as well', async () => {
  const { leaving, done, choose } = world({}, 2);
  expect(leaving.mayGo()).toBe(false);
  await choose('stop');
  expect([leaving.mayGo(), done]).toEqual([true, ['ask about 0 and 2 unsaved', 'quit']]);
});
