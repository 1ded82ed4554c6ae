import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callTodo, type TodoPhase } from './phases.ts';

const RUNS = { numRuns: process.env.RUNLIGHT_LONG === undefined ? 300 : 20_000 };

const content = fc.constantFrom('a', 'b', 'c', 'd', 'task-1', '');
const phase = fc.constantFrom('A', 'B', 'C', '');
const items = fc.array(content, { maxLength: 3 });
const init = fc.record({
  op: fc.constant('init'),
  list: fc.array(fc.record({ phase, items: fc.array(content, { minLength: 1, maxLength: 3 }) }), { maxLength: 3 }),
});
const call = fc.oneof(
  { weight: 1, arbitrary: init },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        op: fc.constantFrom('init', 'start', 'done', 'drop', 'block', 'unblock', 'rm', 'append', 'view', 'finish'),
        task: content,
        phase,
        items,
        reason: fc.string(),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
);
const calls = fc.array(call, { maxLength: 20 });

/** The list before and after each of the calls, that of the last one being the list as it is. */
function play(inputs: readonly unknown[]): readonly TodoPhase[] {
  return inputs.reduce((phases: readonly TodoPhase[], input) => callTodo(phases, input).phases, []);
}

test('at most one task is ever in progress, and one is where any is pending', () => {
  fc.assert(
    fc.property(calls, (inputs) => {
      const statuses = play(inputs).flatMap(({ tasks }) => tasks.map(({ status }) => status));
      const current = statuses.filter((status) => status === 'in_progress').length;
      expect(current).toBe(statuses.includes('pending') || current > 0 ? 1 : 0);
    }),
    RUNS,
  );
});

test('a failed call changes nothing, a view neither, and no call touches the list it was given', () => {
  fc.assert(
    fc.property(calls, call, (inputs, input) => {
      const phases = play(inputs);
      const copy = structuredClone(phases);
      const result = callTodo(phases, input);
      const reads = typeof input === 'object' && input !== null && 'op' in input && input.op === 'view';
      if (result.isError || reads) expect(result.phases).toEqual(copy);
      expect(phases).toEqual(copy);
    }),
    RUNS,
  );
});

test('an init again gives the same list as on an empty one', () => {
  fc.assert(
    fc.property(calls, init, (inputs, input) => {
      const first = callTodo([], input);
      const again = callTodo(play([...inputs, input]), input);
      if (first.isError !== true) expect(again).toEqual(first);
    }),
    RUNS,
  );
});

test('start, done and drop a second time change nothing', () => {
  const closing = fc.record(
    { op: fc.constantFrom('start', 'done', 'drop'), task: content, phase },
    { requiredKeys: ['op'] },
  );
  fc.assert(
    fc.property(calls, closing, (inputs, input) => {
      const once = callTodo(play(inputs), input);
      const twice = callTodo(once.phases, input);
      expect(twice.phases).toEqual(once.phases);
      expect(twice.completedTasks).toBeUndefined();
    }),
    RUNS,
  );
});

test('what a call completed is completed now and was there before with another status', () => {
  fc.assert(
    fc.property(calls, call, (inputs, input) => {
      const before = play(inputs);
      const { phases, completedTasks = [] } = callTodo(before, input);
      const status = (list: readonly TodoPhase[], of: { readonly phase: string; readonly content: string }) =>
        list.find(({ name }) => name === of.phase)?.tasks.find((task) => task.content === of.content)?.status;
      for (const task of completedTasks) {
        expect(status(phases, task)).toBe('completed');
        expect(['completed', undefined]).not.toContain(status(before, task));
      }
    }),
    RUNS,
  );
});
