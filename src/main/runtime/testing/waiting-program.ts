// Started by resume.test.ts: a run that asks about two calls, is told about the first and is killed while it waits.
import { writeSync } from 'node:fs';
import { Cogitator } from '../cogitator.ts';
import { waitingAgent, waitingModel } from './waiting-agent.ts';

const [path = ''] = process.argv.slice(2);
const cog = new Cogitator({ memory: { adapter: 'sqlite', path }, models: () => waitingModel });
let asked = 0;
await cog.run(
  waitingAgent((to) => writeSync(1, `deployed ${to}\n`)),
  {
    input: 'Go',
    threadId: 't',
    onApproval: async () => {
      asked += 1;
      if (asked === 1) return { decision: 'rejected', reason: 'Not this one' };
      // Once the first is stored.
      setImmediate(() => writeSync(1, 'waiting\n'));
      setInterval(() => undefined, 1000);
      return new Promise(() => undefined);
    },
  },
);
