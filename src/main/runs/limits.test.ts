import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { PLAIN_AGENT, type AgentSnapshot, type Limits } from '../../shared/run/agent.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import { NO_USAGE } from '../../shared/run/usage.ts';
import { silentLog } from '../lib/log.ts';
import { appendEntries } from '../threads/append.ts';
import { openStore } from '../threads/open.ts';
import { defineTool } from '../agent/tool.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { good } from '../threads/testing/store.ts';
import { agentOf, closeDesks, createDesk, message } from './testing/desk.ts';
import { storesAround } from '../threads/stores.ts';
import { createThread } from '../threads/thread-rows.ts';
import { limitReached } from './limits.ts';

afterEach(closeDesks);

const NOON = new Date(2026, 5, 15, 12).getTime();
const HOUR = 3_600_000;

function agent(limits: Limits): AgentSnapshot {
  return { ...PLAIN_AGENT, id: 'a', name: 'a', model: 'm', overrides: {}, limits };
}

/** A store in which the agent's runs have cost this many dollars, at these times. */
function storeWith(runs: readonly { readonly at: number; readonly cost: number }[]) {
  const opened = openStore({ file: ':memory:', now: Date.now, log: silentLog });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  for (const [n, { at, cost }] of runs.entries()) {
    const threadId = `t${n}`;
    createThread(store.write, { id: threadId, at, title: 'T', titleBy: 'auto' });
    const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
    const appended = appendEntries(store.write, {
      threadId,
      runId: `r${n}`,
      at,
      tip: null,
      head: 'follow',
      drafts: [
        { id: `u${n}`, body: { kind: 'user_message', text: 'Go', origin: 'person' } },
        { id: `s${n}`, targetId: `u${n}`, body: { kind: 'run_started', agent: agent({ steps: 9 }) } },
        { id: `c${n}`, targetId: `u${n}`, body: { kind: 'usage', model: 'm', tokens, cost } },
      ],
    });
    if (!appended.ok) throw new Error(appended.error.message);
  }
  return store;
}

const run = (limits: Limits, more: Partial<RunRecord> = {}): RunRecord => ({
  id: 'r',
  threadId: 't',
  agent: agent(limits),
  status: 'running',
  startedAt: NOON - HOUR,
  steps: 1,
  usage: { ...NO_USAGE, input: 900, output: 100, cost: 2 },
  asking: [],
  ...more,
});

test.each([
  ['nothing', {}, undefined],
  ['time', { minutes: 60 }, 'minutes'],
  ['time to come', { minutes: 61 }, undefined],
  ['tokens', { tokens: 1000 }, 'tokens'],
  ['tokens to come', { tokens: 1001 }, undefined],
  ['cost', { cost: 2 }, 'cost'],
  ['cost of the day', { costPerDay: 5 }, 'costPerDay'],
  ['cost of the day to come', { costPerDay: 5.5 }, undefined],
] as const)('a limit of %s', (_, limits, reached) => {
  const store = storeWith([
    { at: NOON - HOUR, cost: 2 },
    { at: NOON - 2 * HOUR, cost: 3 },
    { at: NOON - 24 * HOUR, cost: 100 },
  ]);
  const stores = good(storesAround(store, () => 0, silentLog));
  expect(limitReached(run({ steps: 9, ...limits }), HOUR, { store, stores, now: () => NOON })).toBe(reached);
  stores.close();
});

const noop = defineTool({
  name: 'noop',
  description: '',
  input: z.looseObject({}),
  concurrency: 'parallel',
  execute: async () => ({ content: 'ok' }),
});

/** Two model calls, each of a minute, a dollar and a thousand tokens. */
function priced(tick: () => void): readonly ScriptedStep[] {
  const spent = { cost: 1, tokens: { input: 900, output: 100, cacheRead: 0, cacheWrite: 0, reasoning: 0 } };
  const slow =
    (step: object): ScriptedStep =>
    () => {
      tick();
      return { ...step, ...spent };
    };
  return [slow({ calls: [{ name: 'noop', arguments: {} }] }), slow({ text: 'Done' })];
}

test.each([
  ['steps', { steps: 1 }],
  ['minutes', { steps: 9, minutes: 1 }],
  ['tokens', { steps: 9, tokens: 1000 }],
  ['cost', { steps: 9, cost: 1 }],
] as const)('after its limit of %s a run can be continued, with as much again', async (limit, limits) => {
  let clock = NOON;
  const desk = createDesk({ now: () => clock });
  const agent = agentOf(
    priced(() => (clock += 60_000)),
    [noop],
  );
  const limited = { ...agent, snapshot: { ...agent.snapshot, limits } };
  const first = good(desk.runs.start({ agent: limited, threadId: 't', input: message('Go') }));
  expect(await first.ended).toMatchObject({ status: 'limit' });
  const ended = desk.pushes.flatMap((push) => (push.type === 'entries' ? push.entries : [])).at(-1);
  expect(ended).toMatchObject({ kind: 'run_finished', limit });
  const input = { type: 'continue', runId: first.runId } as const;
  const second = good(desk.runs.start({ agent: limited, threadId: 't', input }));
  expect((await second.ended).status).toBe('finished');
});

test('after the limit of a day neither Continue nor a new run begins, and both say what to do', async () => {
  let clock = NOON;
  const desk = createDesk({ now: () => clock });
  const agent = agentOf(
    priced(() => undefined),
    [noop],
  );
  const limited = { ...agent, snapshot: { ...agent.snapshot, id: 'a', limits: { steps: 9, costPerDay: 1 } } };
  const first = good(desk.runs.start({ agent: limited, threadId: 't', input: message('Go') }));
  expect(await first.ended).toMatchObject({ status: 'limit' });
  const input = { type: 'continue', runId: first.runId } as const;
  const refused = {
    code: 'day_cost_reached',
    message: '“tester” has reached its limit of cost for today: $1',
    hint: 'Raise the limit in Settings → Agents, or go on after midnight',
  };
  expect(desk.runs.start({ agent: limited, threadId: 't', input })).toEqual({ ok: false, error: refused });
  expect(desk.runs.start({ agent: limited, threadId: 'u', input: message('Go') })).toMatchObject({ error: refused });
  clock += 13 * HOUR;
  const second = good(desk.runs.start({ agent: limited, threadId: 't', input }));
  expect((await second.ended).status).toBe('finished');
});
