import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { must } from '../../shared/lib/assert.ts';
import { contextParts, sumOf } from '../../shared/run/context.ts';
import { defineTool } from '../agent/tool.ts';
import { scriptedModel } from '../models/scripted.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { append, good, user } from '../threads/testing/store.ts';
import { contextOf } from './context-of.ts';
import { createContextViews } from './context-views.ts';
import { agentOf, closeDesks, createDesk, entriesOf, hanging, message, type Desk } from './testing/desk.ts';

afterEach(closeDesks);

const tokens = { input: 500, output: 30, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
const read = defineTool({
  name: 'read',
  description: 'Reads.\nA lot.',
  concurrency: 'parallel',
  input: z.looseObject({}),
  execute: async () => ({ content: 'x'.repeat(4000) }),
});
const STEPS: readonly ScriptedStep[] = [
  { text: 'First', calls: [{ name: 'read', arguments: {} }], tokens },
  { text: 'Done', tokens: { ...tokens, input: 2000 } },
];

async function ran(desk: Desk, historyLimit?: number): Promise<string> {
  const model = scriptedModel({ id: 'scripted/test', scenario: { steps: STEPS } });
  const agent = agentOf(model, [read]);
  const instructed = { ...agent, snapshot: { ...agent.snapshot, instructions: 'Be kind.' } };
  await good(desk.runs.start({ agent: instructed, threadId: 't', input: message('Go'), historyLimit })).ended;
  return must(
    entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message'),
    'an answer',
  ).id;
}

test('the meter tells what the provider counted, and the very request that it is of', async () => {
  const desk = createDesk();
  const entryId = await ran(desk);
  const views = createContextViews(desk.store.read);
  const where = { threadId: 't', entryId };
  const request = good(await views.request(where));
  expect(request).toEqual(good(contextOf(desk.store.read, where)));
  const meter = good(await views.meter(where));
  expect(meter).toEqual({
    model: 'scripted/test',
    size: { tokens: 2030, estimated: false },
    estimates: expect.any(Object) as object,
    counts: { system: 1, tools: 2, messages: 3, toolResults: 1, todos: 0 },
    request: 5,
    branch: 5,
    counted: { entryId, tokens: 2030, estimated: false },
    toolsKnown: true,
    limitedBefore: 0,
  });
  const frame = { instructions: request.instructions, tools: request.tools as unknown as readonly object[] };
  const path = entriesOf(desk).filter((entry) => 'parentId' in entry);
  expect(sumOf(meter.estimates)).toBe(sumOf(contextParts(path, frame)));
  const page = { by: 'place', offset: 0, limit: 100 } as const;
  const rows = good(await views.rows(where, { of: 'request', ...page })).rows;
  expect(rows.map(({ title, line }) => [title, line.slice(0, 8)])).toEqual([
    ['system', 'Be kind.'],
    ['user', 'Go'],
    ['assistant', 'First'],
    ['read', 'xxxxxxxx'],
    ['assistant', 'Done'],
  ]);
  const bodies = await Promise.all(rows.slice(1).map(({ place }) => views.body(where, place)));
  expect(bodies.map(good)).toEqual(request.messages.map((one) => ({ type: 'messages', messages: [one] })));
  const tools = good(await views.rows(where, { of: 'tools', ...page })).rows;
  expect(tools.map(({ title, line }) => [title, line])).toContainEqual(['read', 'Reads.']);
});

test('what a compaction took out of sight is told, with what it cost, and whether it still counts', async () => {
  const desk = createDesk();
  const tip = await ran(desk);
  const count = (size: number) => ({ tokens: size, estimated: true });
  const body = { kind: 'compaction', trigger: 'person', summary: 'Long ago', model: 'm', durationMs: 5 } as const;
  const usage = { kind: 'usage', model: 'm', tokens, cost: 0.25 } as const;
  append(desk.store.write, {
    threadId: 't',
    tip,
    drafts: [
      { id: 'cut', body: { ...body, firstKeptId: tip, before: count(2030), after: count(90) } },
      { id: 'paid', targetId: 'cut', body: usage },
      { id: 'next', body: user('Next') },
    ],
  });
  const views = createContextViews(desk.store.read);
  const where = { threadId: 't', entryId: 'next' };
  const [cut, ...others] = good(await views.cuts(where));
  expect(others).toEqual([]);
  expect(cut).toMatchObject({ entry: { id: 'cut', summary: 'Long ago' }, usage, state: 'in_effect' });
  const taken = good(await views.taken({ threadId: 't', entryId: 'cut' }, { offset: 1, limit: 1 }));
  expect(taken).toMatchObject({ total: 3, messages: 2, toolResults: 1, rows: [{ title: 'assistant', line: 'First' }] });
  const meter = good(await views.meter(where));
  expect(meter).toMatchObject({ cutId: 'cut', counted: { entryId: 'cut', tokens: 90 }, size: count(90 + 5) });
  expect(await views.taken(where, { offset: 0, limit: 1 })).toMatchObject({ error: { code: 'entry_not_found' } });

  append(desk.store.write, {
    threadId: 't',
    tip: 'next',
    drafts: [{ id: 'cut2', body: { ...body, firstKeptId: 'next', before: count(200), after: count(50) } }],
  });
  expect(
    good(await views.cuts({ threadId: 't', entryId: 'cut2' })).map(({ entry, state }) => [entry.id, state]),
  ).toEqual([
    ['cut2', 'in_effect'],
    ['cut', 'replaced'],
  ]);
});

test('a history limit is told, and what it keeps from the model', async () => {
  const desk = createDesk();
  await ran(desk);
  const entryId = await ran(desk, 1);
  const views = createContextViews(desk.store.read);
  const where = { threadId: 't', entryId };
  expect(good(await views.meter(where))).toMatchObject({ historyLimit: 1, limitedBefore: 3, request: 1 + 5 });
  const { rows } = good(await views.rows(where, { of: 'branch', by: 'place', offset: 0, limit: 5 }));
  expect(rows.map(({ hidden }) => hidden?.why)).toEqual([
    undefined,
    'history_limit',
    'history_limit',
    'history_limit',
    undefined,
  ]);
});

test('before its first answer a run is known, and its tools are not', async () => {
  const desk = createDesk();
  const run = good(desk.runs.start({ agent: agentOf(hanging('So')), threadId: 't', input: message('Go') }));
  const [asked] = entriesOf(desk);
  const views = createContextViews(desk.store.read);
  const meter = good(await views.meter({ threadId: 't', entryId: must(asked, 'a message').id }));
  expect(meter).toMatchObject({ model: 'm', toolsKnown: false, request: 1, size: { tokens: 5, estimated: true } });
  good(desk.runs.stop(run.runId));
  await run.ended;
});

test('refuses an entry that is not there', async () => {
  const views = createContextViews(createDesk().store.read);
  expect(await views.meter({ threadId: 't', entryId: 'x' })).toMatchObject({ error: { code: 'entry_not_found' } });
});
