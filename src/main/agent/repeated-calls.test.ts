import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ScriptedStep } from '../models/scenario.ts';
import { REPEATED } from './repeated-calls.ts';
import { createWorld, type RunOptions } from './testing/world.ts';
import { defineTool } from './tool.ts';

/** Answers what it is told, or the number of the call where it is told nothing. */
function poll() {
  let made = 0;
  return defineTool({
    name: 'poll',
    description: '',
    input: z.looseObject({ says: z.string().optional() }),
    concurrency: 'parallel',
    execute: async ({ says }) => ({ content: says ?? String((made += 1)) }),
  });
}

const call = (input: object | string) => ({
  name: 'poll',
  arguments: typeof input === 'string' ? input : JSON.stringify(input),
});
const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);
const one = (input: object | string): ScriptedStep => ({ calls: [call(input)] });
const SAME = one({ says: 'no' });
const write = (status: string) => ({
  name: 'write_todos',
  arguments: { todos: [{ id: 'a', content: 'A', status }] },
});

/** What each call was answered; `refused` for one that was not run because it repeats others. */
async function answers(steps: readonly ScriptedStep[], options: RunOptions = {}): Promise<readonly string[]> {
  const world = createWorld();
  const tools = [poll()];
  await world.run([...steps, { text: 'Is it?' }], { tools, mostRepeats: 3, maxSteps: 100, ...options });
  return world.entries.flatMap((entry) =>
    entry.kind === 'tool_result' ? [entry.content === REPEATED.content ? 'refused' : entry.content] : [],
  );
}

describe('a call that is made again and again, and answered the same', () => {
  it('is refused past its number, in words that say what to do, and each time from then on', async () => {
    expect(await answers(times(6, SAME))).toEqual([...times(3, 'no'), ...times(3, 'refused')]);
    expect(REPEATED).toEqual({
      content:
        'Not run: you have made this very call again and again, and got the same answer each time. That answer stands. ' +
        'Do something else: other arguments, another tool, or tell the person what holds you up.',
      isError: true,
      details: undefined,
    });
  });

  it('is the same in whatever order its arguments are, and if they are no JSON', async () => {
    const turned = [one('{"says":"no","n":1}'), one('{ "n": 1, "says": "no" }')];
    expect(await answers([...turned, ...turned])).toEqual([...times(3, 'no'), 'refused']);
    const broken = 'The arguments of poll are not valid JSON. Nothing was done. Call it again.';
    expect(await answers(times(4, one('{"says":')))).toEqual([...times(3, broken), 'refused']);
  });

  it('counts within a step, too', async () => {
    const all = await answers([{ calls: times(5, call({ says: 'no' })) }]);
    // What is refused is answered first.
    expect(all.toSorted()).toEqual([...times(3, 'no'), ...times(2, 'refused')]);
  });

  it('is run as often as it is made where the number is 0', async () => {
    expect(await answers(times(20, SAME), { mostRepeats: 0 })).toEqual(times(20, 'no'));
  });

  it('is run again after another call, and after a word of the person', async () => {
    expect(await answers([...times(3, SAME), one({ says: 'yes' }), ...times(3, SAME)])).toEqual([
      ...times(3, 'no'),
      'yes',
      ...times(3, 'no'),
    ]);
    const world = createWorld();
    const said = (): string | undefined => (world.requests.length === 3 ? 'Try once more' : undefined);
    await world.run([...times(6, SAME), { text: 'No' }], { tools: [poll()], mostRepeats: 3, said });
    expect(world.entries.filter((entry) => entry.kind === 'tool_result' && entry.isError)).toEqual([]);
  });

  it('is no repetition while its answers differ', async () => {
    expect(await answers(times(6, one({})))).toEqual(['1', '2', '3', '4', '5', '6']);
  });
});

describe('calls that keep a list', () => {
  it('are never refused for being the same', async () => {
    const same = times(8, { calls: [write('pending')] });
    expect(await answers(same, { todos: 'list' })).toEqual(times(8, 'Todo list (0 of 1 completed):\n[ ] a: A'));
    const view = { calls: [{ name: 'todo', arguments: { op: 'view' } }] };
    expect(await answers(times(8, view), { todos: 'phases' })).toEqual(times(8, 'Todo list is empty.'));
  });

  it('do not hide that another call repeats', async () => {
    const both: ScriptedStep = { calls: [write('pending'), call({ says: 'no' })] };
    expect((await answers(times(5, both), { todos: 'list' })).filter((text) => !text.startsWith('Todo'))).toEqual([
      ...times(3, 'no'),
      ...times(2, 'refused'),
    ]);
  });
});
