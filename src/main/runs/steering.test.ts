import { afterEach, describe, expect, it, vi } from 'vitest';
import { messagesOf } from '../../shared/thread/messages.ts';
import { isPathEntry } from '../../shared/thread/entry.ts';
import type { Model, ModelRequest } from '../agent/model.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { queuedMessages, queueMessage } from '../threads/queued-messages.ts';
import { newestRun } from '../threads/runs.ts';
import { good } from '../threads/testing/store.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns } from './registry.ts';
import { agentOf, asks, closeDesks, createDesk, entriesOf, hanging, message, type Desk } from './testing/desk.ts';

afterEach(closeDesks);

/** As the window does it. */
function write(desk: Desk, id: string, runs = desk.runs): void {
  const runId = runs.onBranch('t') ?? '';
  const queued = { id, threadId: 't', runId, text: `Text of ${id}`, attachments: [], at: 1 };
  good(queueMessage(desk.store.write, queued));
  runs.writtenTo(runId);
}

/** Before the model answers its nth request (from 1), this happens. */
function agent(
  desk: Desk,
  steps: readonly ScriptedStep[],
  before: Readonly<Record<number, readonly string[]>>,
): ResolvedAgent {
  let requests = 0;
  const scripted = scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const model: Model = {
    id: scripted.id,
    stream(request: ModelRequest, signal) {
      requests += 1;
      for (const id of before[requests] ?? []) write(desk, id);
      return scripted.stream(request, signal);
    },
  };
  return agentOf(model, [asks, { ...asks, name: 'quiet', needsApproval: undefined }]);
}

const quiet = { calls: [{ name: 'quiet', arguments: {} }] };
const asking = { calls: [{ name: 'asks', arguments: {} }, ...quiet.calls] };

const told = (desk: Desk): readonly string[] =>
  messagesOf(entriesOf(desk).filter(isPathEntry)).map((one) => {
    if (one.role === 'assistant') return `assistant ${one.text}${one.toolCalls.map(({ name }) => `+${name}`).join('')}`;
    return `${one.role} ${one.content}`;
  });
const queue = (desk: Desk): readonly string[] => queuedMessages(desk.store.read, 't').map(({ id }) => id);

describe('a message to a run at work', () => {
  it('is taken up after the results of the step, in order, before the model is asked again', async () => {
    const desk = createDesk();
    const steps = [quiet, { text: 'Done' }];
    const run = good(
      desk.runs.start({ agent: agent(desk, steps, { 1: ['a', 'b'] }), threadId: 't', input: message('Go') }),
    );
    expect((await run.ended).status).toBe('finished');
    expect(told(desk)).toEqual([
      'user Go',
      'assistant +quiet',
      'tool ran',
      'user Text of a',
      'user Text of b',
      'assistant Done',
    ]);
    expect(entriesOf(desk).find(({ id }) => id === 'b')).toMatchObject({ runId: run.runId, origin: 'person' });
    expect(queue(desk)).toEqual([]);
    expect(desk.pushes).toContainEqual({ type: 'changed', what: 'queue' });
  });

  it('lets the run go on that has just given its answer', async () => {
    const desk = createDesk();
    const steps = [{ text: 'Done' }, { text: 'And that' }];
    const run = good(desk.runs.start({ agent: agent(desk, steps, { 1: ['a'] }), threadId: 't', input: message('Go') }));
    expect((await run.ended).status).toBe('finished');
    expect(told(desk)).toEqual(['user Go', 'assistant Done', 'user Text of a', 'assistant And that']);
    expect(newestRun(desk.store.read, 't')).toMatchObject({ id: run.runId, steps: 2 });
  });

  it('declines what waits, in words that the model reads before the message', async () => {
    const desk = createDesk();
    const steps = [asking, { text: 'Done' }];
    const run = good(desk.runs.start({ agent: agent(desk, steps, {}), threadId: 't', input: message('Go') }));
    await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.status).toBe('waiting'));
    write(desk, 'a');
    expect((await run.ended).status).toBe('finished');
    expect(told(desk)).toEqual([
      'user Go',
      'assistant +asks+quiet',
      'tool The person sent a message instead of approving this call; it was not run.',
      'tool ran',
      'user Text of a',
      'assistant Done',
    ]);
    expect(entriesOf(desk).find(({ kind }) => kind === 'approval_decided')).toMatchObject({
      decision: 'rejected',
      by: 'message',
    });
  });
});

describe('what no run has taken up stays in the queue', () => {
  it('after a stop, and no later run takes it by itself', async () => {
    const desk = createDesk();
    const run = good(desk.runs.start({ agent: agentOf(hanging('Hm')), threadId: 't', input: message('Go') }));
    write(desk, 'a');
    await desk.runs.end('t');
    expect((await run.ended).status).toBe('stopped');
    expect(desk.runs.onBranch('t')).toBeUndefined();
    const next = good(
      desk.runs.start({ agent: agentOf([quiet, { text: 'Done' }]), threadId: 't', input: message('On') }),
    );
    await next.ended;
    expect(queue(desk)).toEqual(['a']);
    const input = { type: 'message', id: 'a', text: 'Text of a' } as const;
    await good(desk.runs.start({ agent: agentOf([{ text: 'Done' }]), threadId: 't', input })).ended;
    expect(queue(desk)).toEqual([]);
    expect(entriesOf(desk).find(({ id }) => id === 'a')).toMatchObject({ text: 'Text of a' });
  });

  it('at the last of its steps, and after a failure', async () => {
    const desk = createDesk();
    const failure = { code: 'x', message: 'X', retryable: false };
    for (const steps of [[{ text: 'Done' }], [{ failure }]]) {
      const resolved = agent(desk, steps, { 1: [`q${steps.length}${'text' in (steps[0] ?? {})}`] });
      const limited = { ...resolved, snapshot: { ...resolved.snapshot, limits: { steps: 1 } } };
      await good(desk.runs.start({ agent: limited, threadId: 't', input: message('Go') })).ended;
    }
    expect(queue(desk)).toEqual(['q1true', 'q1false']);
  });

  it('after a kill; a run that is revived takes up its own', async () => {
    const desk = createDesk();
    const steps = [asking, { text: 'Done' }];
    const resolved = agent(desk, steps, { 1: ['a'] });
    const run = good(desk.runs.start({ agent: resolved, threadId: 't', input: message('Go') }));
    await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.status).toBe('waiting'));
    const runs = createRuns(desk.deps);
    recoverRuns(desk.deps, ({ run: { id } }) => runs.revive(id, { agent: agent(desk, steps, {}) }));
    expect(queue(desk)).toEqual(['a']);
    await vi.waitFor(() => good(runs.decideAll(run.runId, { decision: 'approved' })));
    await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.status).toBe('finished'));
    expect(told(desk).slice(-3)).toEqual(['tool ran', 'user Text of a', 'assistant Done']);
  });
});

describe('calls that wait', () => {
  it('are decided all at once, with the reason for each', async () => {
    const desk = createDesk();
    const twice = { calls: [...asking.calls.slice(0, 1), ...asking.calls.slice(0, 1)] };
    const resolved = agentOf([twice, { text: 'Done' }], [asks]);
    const run = good(desk.runs.start({ agent: resolved, threadId: 't', input: message('Go') }));
    await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.asking).toHaveLength(2));
    good(desk.runs.decideAll(run.runId, { decision: 'rejected', reason: 'Neither' }));
    expect(desk.runs.decideAll(run.runId, { decision: 'approved' })).toMatchObject({
      error: { code: 'approval_gone' },
    });
    await run.ended;
    const declined = 'tool The person declined this call; it was not run. They said: Neither';
    expect(told(desk).slice(2, 4)).toEqual([declined, declined]);
    expect(desk.runs.decideAll(run.runId, { decision: 'approved' })).toMatchObject({
      error: { code: 'run_not_active' },
    });
  });

  it.each([
    ['approved', 'approvesAt', 'tool ran'],
    [
      'rejected',
      'rejectsAt',
      'tool Nobody answered in time whether this call may run, so it was declined; it was not run.',
    ],
  ] as const)(
    'are %s by themselves after the time that the agent sets, also where it passed meanwhile',
    async (decision, field, result) => {
      let now = 0;
      const desk = createDesk({ now: () => now });
      const plain = agentOf([asking, { text: 'Done' }], [asks, { ...asks, name: 'quiet', needsApproval: undefined }]);
      const resolved = { ...plain, snapshot: { ...plain.snapshot, approvalLimit: { minutes: 30, decision } } };
      const run = good(desk.runs.start({ agent: resolved, threadId: 't', input: message('Go') }));
      await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.status).toBe('waiting'));
      expect(entriesOf(desk).at(-1)).toMatchObject({ kind: 'approval_asked', [field]: 30 * 60_000 });
      await desk.runs.close();
      now = 31 * 60_000;
      const runs = createRuns(desk.deps);
      expect((await good(runs.revive(run.runId, { agent: resolved })).ended).status).toBe('finished');
      expect(entriesOf(desk).find(({ kind }) => kind === 'approval_decided')).toMatchObject({ decision, by: 'timer' });
      expect(told(desk)[2]).toBe(result);
    },
  );
});
