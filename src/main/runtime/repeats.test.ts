import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../agent/tool.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { Agent } from './agent.ts';
import { Cogitator } from './cogitator.ts';

const look: ScriptedStep = { calls: [{ name: 'look', arguments: {} }] };
const todos = [{ id: 'a', content: 'Look', status: 'in_progress' }];
const write: ScriptedStep = { calls: [{ name: 'write_todos', arguments: { todos } }] };

/** How often the tool ran, and how often the model was sent something, of a run in which it calls it four times. */
async function looks(mostRepeats?: number): Promise<readonly [number, number]> {
  let looked = 0;
  let asked = 0;
  const tool = defineTool({
    name: 'look',
    description: '',
    input: z.object({}),
    concurrency: 'parallel',
    async execute() {
      looked += 1;
      return { content: 'Nothing' };
    },
  });
  const inner = scriptedModel({
    id: 'scripted/test',
    scenario: { steps: [look, write, look, write, look, write, look, write, { text: 'Nothing' }] },
  });
  const cog = new Cogitator({
    memory: { adapter: 'memory' },
    mostRepeats,
    models: () => ({
      id: inner.id,
      stream(request, signal) {
        asked += 1;
        return inner.stream(request, signal);
      },
    }),
  });
  const agent = new Agent({ name: 'looker', model: 'scripted/test', tools: [tool], todos: true });
  expect(await cog.run(agent, { input: 'Look' })).toMatchObject({ status: 'finished', output: 'Nothing', todos });
  await cog.close();
  return [looked, asked];
}

test('a program says how often a call may repeat itself; changes of the list are neither counted nor refused', async () => {
  expect(await looks()).toEqual([4, 9]);
  expect(await looks(0)).toEqual([4, 9]);
  expect(await looks(2)).toEqual([2, 9]);
});
