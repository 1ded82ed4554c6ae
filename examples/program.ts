/**
 * A program that makes its own runs, and shows them in Runlight while they happen:
 *
 *     npm start                        # in one terminal
 *     node examples/program.ts         # in another
 *
 * It runs just as well when no Runlight is open.
 */
import { Agent, Cogitator, defineTool, scriptedModel } from 'runlight';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const CITIES = ['Lisbon', 'Oslo', 'Kyoto'];

const lookUp = defineTool({
  name: 'look_up_weather',
  description: 'The weather of a city.',
  input: z.object({ city: z.string() }),
  concurrency: 'parallel',
  async execute({ city }, { signal }) {
    await sleep(700, undefined, { signal });
    return { content: `${city}: ${10 + city.length} °C` };
  },
});

const plan = (done: number) => ({
  name: 'write_todos',
  arguments: {
    todos: CITIES.map((city, at) => ({
      id: city.toLowerCase(),
      content: `Look up ${city}`,
      status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
    })),
  },
});

const model = scriptedModel({
  id: 'example/scripted',
  scenario: {
    steps: [
      ...CITIES.map((city, at) => ({
        text: `Now ${city}.`,
        calls: [plan(at), { name: 'look_up_weather', arguments: { city } }],
      })),
      { calls: [plan(CITIES.length)] },
      { text: 'I have looked up all three cities: Kyoto is **15 °C**, Lisbon 16 °C and Oslo 14 °C.' },
    ],
  },
  pace: { wordsPerSecond: 12, sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined) },
});

const agent = new Agent({
  name: 'Weather desk',
  model: model.id,
  instructions: 'You report the weather.',
  tools: [lookUp],
  todos: true,
});

const cogitator = new Cogitator({ memory: { adapter: 'runlight' }, models: () => model });
const { status, output } = await cogitator.run(agent, { input: 'How is the weather in Lisbon, Oslo and Kyoto?' });
console.log(`${status}: ${output}`);
await cogitator.close();
