import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Entry } from '../../shared/thread/entry.ts';
import { planItems } from '../../shared/todos/plan.ts';
import { defineTool } from '../agent/tool.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { openThread } from '../threads/open-thread.ts';
import { newestRun } from '../threads/runs.ts';
import { agentOf, closeDesks, createDesk, entriesOf, message } from './testing/desk.ts';

afterEach(closeDesks);

const COUNT = process.env.RUNLIGHT_LONG === undefined ? 50 : 500;
const CAP = 8;

const slow = defineTool({
  name: 'slow',
  description: '',
  input: z.looseObject({}),
  concurrency: 'parallel',
  async execute() {
    await new Promise(setImmediate);
    return { content: 'ok' };
  },
});

function script(name: string): readonly ScriptedStep[] {
  const todos = [{ id: 'a', content: `Plan of ${name}`, status: 'completed' }];
  return [
    { text: `${name} looks. `, calls: [1, 2, 3].map((n) => ({ name: 'slow', arguments: { n } })) },
    { calls: [{ name: 'write_todos', arguments: { todos } }] },
    { text: `${name} is done. ${'So it is. '.repeat(20)}` },
  ];
}

test(`${COUNT} runs at once end with nothing lost, never more at work than may`, async () => {
  let most = 0;
  const desk = createDesk({
    maxRuns: () => CAP,
    runsChanged: () => (most = Math.max(most, desk.runs.counts().running)),
  });
  const names = Array.from({ length: COUNT }, (_, n) => `run-${n}`);
  const runs = names.map((name) => {
    const agent = agentOf(script(name), [slow]);
    const started = desk.runs.start({ agent, threadId: name, input: message(name) });
    if (!started.ok) throw new Error(started.error.message);
    return started.value;
  });
  expect(desk.runs.counts()).toEqual({ queued: COUNT - CAP, running: CAP, waiting: 0, paused: 0 });
  const results = await Promise.all(runs.map((run) => run.ended));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['finished']));
  expect(most).toBe(CAP);
  await vi.waitFor(() => expect(desk.runs.counts().running).toBe(0));

  const pushed = Map.groupBy(
    desk.pushes.flatMap((push) => (push.type === 'entries' ? push.entries : [])),
    ({ threadId }) => threadId,
  );
  for (const name of names) {
    const entries = entriesOf(desk, name);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(pushed.get(name)).toEqual(entries);
    expect(textsOf(entries)).toEqual([`${name} looks. `, '', `${name} is done. ${'So it is. '.repeat(20)}`]);
    expect(newestRun(desk.store.read, name)).toMatchObject({ status: 'finished', steps: 3 });
    expect(openThread(desk.store.read, name, 100)?.window.planHistory.map(({ plan }) => planItems(plan))).toEqual([
      [expect.objectContaining({ content: `Plan of ${name}`, status: 'completed' })],
    ]);
  }
});

function textsOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => (entry.kind === 'assistant_message' ? [entry.text] : []));
}
