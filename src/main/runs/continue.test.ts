import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../shared/thread/message.ts';
import { defineTool } from '../agent/tool.ts';
import { good } from '../threads/testing/store.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns } from './registry.ts';
import { agentOf, closeDesks, createDesk, leave, message } from './testing/desk.ts';

afterEach(closeDesks);

it('goes on from what there is after a kill: nothing is asked or run again, and the model reads what became of each call', async () => {
  const desk = createDesk();
  const ran: string[] = [];
  const tool = (name: string, execute: () => Promise<{ readonly content: string }>) =>
    defineTool({
      name,
      description: '',
      input: z.looseObject({}),
      concurrency: 'exclusive',
      execute() {
        ran.push(name);
        return execute();
      },
    });
  const tools = [
    tool('quick', async () => ({ content: 'quick result' })),
    tool('endless', () => new Promise(() => undefined)),
    tool('last', async () => ({ content: 'last result' })),
  ];
  const calls = tools.map(({ name }) => ({ name, arguments: {} }));
  const seen: (readonly Message[])[] = [];
  const steps = [
    { calls },
    ({ messages }: { readonly messages: readonly Message[] }) => {
      seen.push(messages);
      return { text: 'Done' };
    },
  ];
  const agent = agentOf(steps, tools);
  const cut = good(desk.runs.start({ agent, threadId: 't', input: message('Go') }));
  await vi.waitFor(() => expect(ran).toEqual(['quick', 'endless']));

  recoverRuns(desk.deps, leave);
  const input = { type: 'continue', runId: cut.runId } as const;
  const next = good(createRuns(desk.deps).start({ agent, threadId: 't', input }));
  expect((await next.ended).status).toBe('finished');
  expect(ran).toEqual(['quick', 'endless']);
  const results = seen[0]?.flatMap((one) => (one.role === 'tool' ? [one.content] : []));
  expect(results).toEqual([
    'quick result',
    'interrupted: may have taken effect',
    'interrupted: this call had not begun',
  ]);
});
