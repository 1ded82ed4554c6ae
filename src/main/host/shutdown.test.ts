import { expect, test } from 'vitest';
import { shutdownSignals } from './shutdown.ts';

function world(runs: number | undefined) {
  const state = { runs: runs ?? 0, at: 0 };
  const done: string[] = [];
  const { signal, runsChanged } = shutdownSignals({
    ...(runs === undefined ? {} : { runs: () => state.runs, warn: (count: number) => void done.push(`warn ${count}`) }),
    stop: () => void done.push('stop'),
    force: () => void done.push('force'),
    now: () => state.at,
  });
  return {
    done,
    state,
    runsChanged,
    press: (name: NodeJS.Signals = 'SIGINT', laterMs = 2000): void => {
      state.at += laterMs;
      signal(name);
    },
  };
}

test('without runs, or where nobody is asked, the first signal stops and the next forces', () => {
  for (const { done, press } of [world(0), world(undefined)]) {
    press();
    press('SIGINT', 10);
    expect(done).toEqual(['stop']);
    press();
    expect(done).toEqual(['stop', 'force']);
  }
});

test('with runs the first signal warns, however often it comes, and the next stops them', () => {
  const { done, press } = world(3);
  press();
  press('SIGTERM', 5);
  press('SIGINT', 500);
  expect(done).toEqual(['warn 3']);
  press();
  press();
  expect(done).toEqual(['warn 3', 'stop', 'force']);
});

test('who waits after the warning sees the program end with its last run', () => {
  const { done, press, state, runsChanged } = world(2);
  runsChanged();
  press();
  state.runs = 1;
  runsChanged();
  expect(done).toEqual(['warn 2']);
  state.runs = 0;
  runsChanged();
  runsChanged();
  expect(done).toEqual(['warn 2', 'stop']);
});

test('a terminal that was closed asks nobody', () => {
  const { done, press } = world(2);
  press('SIGHUP');
  expect(done).toEqual(['stop']);
});
