import { TODO_RULES } from '../agent/effects.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Push } from '../../shared/ipc/contract.ts';
import { PLAIN_AGENT, type AgentSnapshot } from '../../shared/run/agent.ts';
import { stepWindow, type ThreadWindow } from '../../shared/thread/window.ts';
import { defineTool } from '../agent/tool.ts';
import { silentLog } from '../lib/log.ts';
import type { ScriptedAnswer, ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { openThread } from '../threads/open-thread.ts';
import { good, testStores } from '../threads/testing/store.ts';
import { fail } from '../../shared/lib/result.ts';
import { DEFAULT_COMPACTION } from '../../shared/settings.ts';
import { createLiveHub } from './live-hub.ts';
import { createRuns } from './registry.ts';

const todos = (...statuses: readonly string[]): ScriptedAnswer => ({
  calls: [
    {
      name: 'write_todos',
      arguments: { todos: statuses.map((status, n) => ({ id: `t${n}`, content: `Task ${n}`, status })) },
    },
  ],
});

/** Whatever moment a window opens at, following leads it to what opening at the end shows. */
test('a window that opens at any moment of a run and follows it ends with what is stored', async () => {
  const stores = testStores();
  const { home: store } = stores;
  const windows: ThreadWindow[] = [];

  function publish(push: Push): void {
    if (push.type !== 'entries' && push.type !== 'live') return;
    for (const [index, window] of windows.entries()) {
      const step = stepWindow(window, push);
      expect(step.type).toBe('next');
      if (step.type === 'next') windows[index] = step.window;
    }
    // A new window, between any two pushes: what it is answered is as new as the push.
    const now = openThread(store.read, 't', 500);
    if (now !== undefined) windows.push({ ...now.window, live: live.of('t') });
  }

  const live = createLiveHub(publish);
  let ids = 0;
  const runs = createRuns({
    stores,
    store,
    live,
    now: () => (ids += 1),
    newId: () => `id${String((ids += 1)).padStart(6, '0')}`,
    random: () => 0,
    publish,
    touched: () => undefined,
    maxRuns: () => Number.POSITIVE_INFINITY,
    subagentDepth: () => 3,
    mostRepeats: () => 0,
    runsChanged: () => undefined,
    todoRules: () => TODO_RULES,
    log: silentLog,
    compaction: { settings: () => DEFAULT_COMPACTION, model: () => fail('model_unknown', 'No model is known here') },
  });
  const asks = defineTool({
    name: 'asks',
    description: '',
    input: z.looseObject({}),
    concurrency: 'parallel',
    needsApproval: () => true,
    execute: async (_, { print }) => {
      print('working');
      return { content: 'ran' };
    },
  });
  const steps: readonly ScriptedStep[] = [
    { reasoning: 'First I plan.', text: 'A plan. ', ...todos('in_progress', 'pending') },
    {
      text: 'Two at once.',
      calls: [
        { name: 'asks', arguments: {} },
        { name: 'asks', arguments: {} },
      ],
    },
    todos('completed', 'in_progress'),
    todos('in_progress', 'in_progress'),
    todos('completed', 'completed'),
    { text: 'Done with all of it.' },
  ];
  const model = scriptedModel({
    id: 'scripted/test',
    scenario: { steps },
    // Real, if short, pauses, so that text goes out in several pieces.
    pace: { wordsPerSecond: 1000, sleep: () => new Promise((resolve) => setTimeout(resolve, 12)) },
  });
  const snapshot: AgentSnapshot = {
    ...PLAIN_AGENT,
    name: 'tester',
    model: model.id,
    instructions: '',
    tools: ['asks'],
    todos: 'list',
    limits: { steps: 20 },
    approvalLimit: { minutes: 1 / 60_000, decision: 'approved' },
    overrides: {},
  };
  const started = good(
    runs.start({
      agent: { snapshot, model, tools: [asks] },
      threadId: 't',
      input: { type: 'message', text: 'Go' },
    }),
  );
  expect((await started.ended).status).toBe('finished');

  const end = openThread(store.read, 't', 500);
  expect(windows.length).toBeGreaterThan(20);
  expect(end?.window.planHistory).toHaveLength(3);
  for (const window of windows) expect(window).toEqual({ ...end?.window, live: [] });
  stores.close();
});
