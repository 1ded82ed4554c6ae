import { afterEach, describe, expect, test } from 'vitest';
import { closeDesks } from '../testing/desk.ts';
import { OPERATIONS, tellStory } from './testing/story.ts';

// The engine's runs and the store against a plain model of threads, over operations by chance. A failure tells the seed
// that repeats it: RUNLIGHT_SEED=7.

const OPERATIONS_EACH = 1000;
const CHECK_EVERY = 250;
const LONG_SEEDS = 24;

afterEach(closeDesks);

describe('whatever people do to threads, and whenever the program ends', () => {
  test.each(seeds())('every branch is as the model has it: seed %i', { timeout: 600_000 }, async (seed) => {
    const done = await tellStory(seed, OPERATIONS_EACH, CHECK_EVERY);
    expect(Object.keys(done).toSorted()).toEqual(OPERATIONS.map(({ name }) => name).toSorted());
  });
});

function seeds(): readonly number[] {
  const { RUNLIGHT_SEED: seed, RUNLIGHT_LONG: long } = process.env;
  if (seed !== undefined) return [Number(seed)];
  return long === undefined ? [1] : Array.from({ length: LONG_SEEDS }, (_, index) => index + 1);
}
