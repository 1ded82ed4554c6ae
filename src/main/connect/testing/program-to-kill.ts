// Started by programs.test.ts: a program that says half an answer, and the rest only if it is told to `end`.
import type { Model } from '../../agent/model.ts';
import { Agent } from '../../runtime/agent.ts';
import { Cogitator } from '../../runtime/cogitator.ts';

const [, , home, end] = process.argv;
const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
const model: Model = {
  id: 'half/half',
  async *stream() {
    yield { type: 'text', text: 'Half an answer' };
    if (end === undefined) await new Promise((resolve) => setTimeout(resolve, 1_000_000));
    yield { type: 'finish', reason: 'stop', tokens: NOTHING };
  },
};
const cog = new Cogitator({ memory: { adapter: 'runlight', home }, models: () => model });
await cog.run(new Agent({ name: 'Half', model: model.id }), { input: 'Say' });
