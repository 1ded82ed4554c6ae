import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Push } from '../../shared/ipc/contract.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Model } from '../agent/model.ts';
import type { AnyTool } from '../agent/tool.ts';
import { silentLog } from '../lib/log.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { connectionOf } from '../threads/database.ts';
import { entriesSince } from '../threads/entries.ts';
import { openStore, type Store } from '../threads/open.ts';
import { saveCheckpoint } from '../threads/checkpoints.ts';
import { newestRun } from '../threads/runs.ts';
import { createLiveHub } from './live-hub.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns, type Runs } from './registry.ts';
import type { RunsDeps } from './deps.ts';

type Desk = { readonly store: Store; readonly runs: Runs; readonly deps: RunsDeps; readonly pushes: Push[] };

const stores: Store[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

function createDesk(): Desk {
  const store = openStore({ file: ':memory:', now: Date.now, log: silentLog });
  if (!store.ok) throw new Error(store.error.message);
  stores.push(store.value);
  const pushes: Push[] = [];
  let ids = 0;
  const publish = (push: Push): void => void pushes.push(push);
  const deps: RunsDeps = {
    store: store.value,
    live: createLiveHub(publish),
    now: () => 1000,
    newId: () => `id${(ids += 1)}`,
    random: () => 0,
    publish,
    touched: () => undefined,
    log: silentLog,
  };
  return { store: store.value, runs: createRuns(deps), deps, pushes };
}

function agentOf(steps: readonly ScriptedStep[] | Model, tools: readonly AnyTool[] = []): ResolvedAgent {
  const model = 'id' in steps ? steps : scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const snapshot: AgentSnapshot = {
    name: 'tester',
    model: model.id,
    instructions: '',
    tools: [],
    todos: 'list',
    commands: 'ask',
    maxSteps: 10,
    overrides: {},
  };
  return { snapshot, model, tools };
}

/** A model that says this and then hangs until it is stopped. */
function hanging(text: string): Model {
  return {
    id: 'm',
    async *stream() {
      yield { type: 'text', text };
      await new Promise(() => undefined);
    },
  };
}

const entriesOf = ({ store }: Desk, threadId = 't'): readonly Entry[] => entriesSince(store.read, threadId, 0, 1000);
const kinds = (desk: Desk): readonly string[] => entriesOf(desk).map(({ kind }) => kind);
const message = (text: string) => ({ type: 'message', text }) as const;

describe('a run', () => {
  it('is stored from its message to its end, and every entry is pushed once, in order', async () => {
    const desk = createDesk();
    const todos = [{ id: 'a', content: 'A', status: 'in_progress' }];
    const steps = [{ calls: [{ name: 'write_todos', arguments: { todos } }] }, { text: 'Done' }];
    const started = desk.runs.start({ agent: agentOf(steps), threadId: 't', input: message('Go\nnow') });
    if (!started.ok) throw new Error(started.error.message);
    expect(await started.value.ended).toEqual({
      threadId: 't',
      runId: started.value.runId,
      status: 'finished',
      error: undefined,
      todos,
    });
    expect(kinds(desk)).toEqual([
      'user_message',
      'run_started',
      'assistant_message',
      'usage',
      'tool_started',
      'tool_result',
      'assistant_message',
      'usage',
      'run_finished',
    ]);
    const pushed = desk.pushes.flatMap((push) => (push.type === 'entries' ? push.entries : []));
    expect(pushed.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(newestRun(desk.store.read, 't')).toMatchObject({ status: 'finished', steps: 2 });
  });

  it('is refused while another works on the thread, and may follow it', async () => {
    const desk = createDesk();
    const request = { agent: agentOf(hanging('Hm')), threadId: 't', input: message('Go') };
    const first = desk.runs.start(request);
    if (!first.ok) throw new Error(first.error.message);
    expect(desk.runs.start(request)).toMatchObject({ ok: false, error: { code: 'thread_busy' } });
    expect(desk.runs.stop(first.value.runId)).toEqual({ ok: true, value: null });
    expect((await first.value.ended).status).toBe('stopped');
    expect(desk.runs.stop(first.value.runId)).toMatchObject({ error: { code: 'run_not_active' } });
    const second = desk.runs.start({ ...request, agent: agentOf([{ text: 'Ok' }]) });
    expect(second.ok && (await second.value.ended).status).toBe('finished');
  });

  it('is continued with words for the model only where the branch ends with an answer', async () => {
    const desk = createDesk();
    const failing = agentOf([{ failure: { code: 'x', message: 'X', retryable: false } }]);
    const failed = desk.runs.start({ agent: failing, threadId: 't', input: message('Go') });
    if (!failed.ok) throw new Error(failed.error.message);
    await failed.value.ended;
    const again = { threadId: 't', input: { type: 'continue', runId: failed.value.runId } } as const;
    const second = desk.runs.start({ ...again, agent: agentOf([{ text: 'Half', finish: 'length' }]) });
    if (!second.ok) throw new Error(second.error.message);
    await second.value.ended;
    const third = desk.runs.start({ ...again, agent: agentOf([{ text: 'Half' }, { text: 'And half' }]) });
    if (!third.ok) throw new Error(third.error.message);
    await third.value.ended;
    const path = entriesOf(desk).flatMap((entry) => ('parentId' in entry && 'text' in entry ? [entry.text] : []));
    expect(path).toEqual(['Go', 'Half', 'Continue from where you stopped.', 'And half']);
  });

  it('takes a decision once, and only while it waits', async () => {
    const desk = createDesk();
    const { defineTool } = await import('../agent/tool.ts');
    const { z } = await import('zod');
    const asks = defineTool({
      name: 'asks',
      description: '',
      input: z.looseObject({}),
      concurrency: 'exclusive',
      needsApproval: () => true,
      execute: async () => ({ content: 'ran' }),
    });
    const steps = [{ calls: [{ name: 'asks', arguments: {} }] }, { text: 'Done' }];
    const started = desk.runs.start({ agent: agentOf(steps, [asks]), threadId: 't', input: message('Go') });
    if (!started.ok) throw new Error(started.error.message);
    const { runId, ended } = started.value;
    await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.status).toBe('waiting'));
    expect(desk.runs.decide(runId, 'other', 'approved', undefined)).toMatchObject({ error: { code: 'approval_gone' } });
    expect(desk.runs.decide(runId, 'call_1_1', 'rejected', 'No')).toEqual({ ok: true, value: null });
    expect(desk.runs.decide(runId, 'call_1_1', 'approved', undefined)).toMatchObject({ ok: false });
    await ended;
    expect(entriesOf(desk).find(({ kind }) => kind === 'tool_result')).toMatchObject({
      isError: true,
      content: 'The person declined this call; it was not run. They said: No',
    });
  });

  it('approves by itself when it was started so', async () => {
    const desk = createDesk();
    const { defineTool } = await import('../agent/tool.ts');
    const { z } = await import('zod');
    const asks = defineTool({
      name: 'asks',
      description: '',
      input: z.looseObject({}),
      concurrency: 'exclusive',
      needsApproval: () => true,
      execute: async () => ({ content: 'ran' }),
    });
    const steps = [{ calls: [{ name: 'asks', arguments: {} }] }, { text: 'Done' }];
    const request = { agent: agentOf(steps, [asks]), threadId: 't', input: message('Go'), approveAfterMs: 5 };
    const started = desk.runs.start(request);
    expect(started.ok && (await started.value.ended).status).toBe('finished');
    const notes = entriesOf(desk).filter(({ kind }) => kind.startsWith('approval'));
    expect(notes).toMatchObject([{ approvesAt: 1005 }, { decision: 'approved', by: 'timer' }]);
  });
});

describe('a full disk', () => {
  it('ends the run, tells the person, and loses nothing of it once there is room', async () => {
    const desk = createDesk();
    const { database } = connectionOf(desk.store.read);
    const fill = (): ScriptedStep => {
      database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`);
      return { text: 'A long answer. '.repeat(2000) };
    };
    const started = desk.runs.start({ agent: agentOf([fill as ScriptedStep]), threadId: 't', input: message('Go') });
    if (!started.ok) throw new Error(started.error.message);
    expect(await started.value.ended).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
    expect(desk.runs.unsaved('t')).toMatchObject({ code: 'disk_full' });
    expect(desk.pushes.filter(({ type }) => type === 'problem')).toHaveLength(1);
    const next = { agent: agentOf([{ text: 'Next' }]), threadId: 't', input: message('More') };
    expect(desk.runs.start(next)).toMatchObject({ error: { code: 'disk_full' } });

    database.pragma('max_page_count = 1073741823');
    const second = desk.runs.start(next);
    expect(second.ok && (await second.value.ended).status).toBe('finished');
    expect(desk.runs.unsaved('t')).toBeUndefined();
    expect(kinds(desk)).toEqual([
      'user_message',
      'run_started',
      'assistant_message',
      'usage',
      'run_finished',
      'user_message',
      'run_started',
      'assistant_message',
      'usage',
      'run_finished',
    ]);
  });
});

describe('runs that a dead process left', () => {
  it('become interrupted with all they had, and can be continued', async () => {
    const desk = createDesk();
    const started = desk.runs.start({ agent: agentOf(hanging('Half')), threadId: 't', input: message('Go') });
    if (!started.ok) throw new Error(started.error.message);
    const { runId } = started.value;
    await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.text).toBe('Half'));
    const parentId = entriesOf(desk)[0]?.id ?? '';
    const kept = { step: 1, model: 'm', reasoning: '', sentAt: 1, runId, threadId: 't', parentId };
    expect(saveCheckpoint(desk.store.write, { ...kept, part: 0, text: 'Half' }).ok).toBe(true);
    expect(saveCheckpoint(desk.store.write, { ...kept, part: 1, text: ' an' }).ok).toBe(true);

    // Another engine on the same store: the first one is as good as dead.
    const second = { ...desk, runs: createRuns(desk.deps) };
    recoverRuns(desk.deps);
    expect(newestRun(desk.store.read, 't')?.status).toBe('interrupted');
    expect(entriesOf(desk).at(-2)).toMatchObject({ text: 'Half an', partial: 'interrupted' });
    const again = second.runs.start({
      agent: agentOf([{ text: 'Whole' }]),
      threadId: 't',
      input: { type: 'continue', runId },
    });
    expect(again.ok && (await again.value.ended).status).toBe('finished');
  });
});

describe('closing', () => {
  it('ends every run as interrupted with what it had, and takes no new ones', async () => {
    const desk = createDesk();
    for (const threadId of ['t', 'u']) {
      desk.runs.start({ agent: agentOf(hanging(`From ${threadId}`)), threadId, input: message('Go') });
    }
    await vi.waitFor(() => expect(desk.deps.live.of('u')[0]?.text).toBe('From u'));
    await desk.runs.close();
    for (const threadId of ['t', 'u']) {
      expect(newestRun(desk.store.read, threadId)?.status).toBe('interrupted');
      expect(entriesOf(desk, threadId).at(-2)).toMatchObject({ text: `From ${threadId}`, partial: 'interrupted' });
    }
    const late = desk.runs.start({ agent: agentOf([]), threadId: 'v', input: message('Go') });
    expect(late).toMatchObject({ error: { code: 'closing' } });
  });
});
