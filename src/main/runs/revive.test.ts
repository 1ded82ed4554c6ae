import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, type Result } from '../../shared/lib/result.ts';
import type { Limits } from '../../shared/run/agent.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import { isPathEntry, type NoteBody } from '../../shared/thread/entry.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { connectionOf } from '../threads/database.ts';
import { wholeBranch } from '../threads/branches.ts';
import { newestRun, runById } from '../threads/runs.ts';
import { append, good } from '../threads/testing/store.ts';
import { headOf, hideThread } from '../threads/thread-rows.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns } from './registry.ts';
import type { Runs, StartedRun } from './runs.ts';
import { agentOf, asks, closeDesks, createDesk, entriesOf, kinds, leave, message, type Desk } from './testing/desk.ts';

afterEach(closeDesks);

const todos = [{ id: 'a', content: 'A', status: 'in_progress' }];
const asking = { name: 'asks', arguments: {} };
/** Two calls that ask, and between them one that does not. */
const TURN: readonly ScriptedStep[] = [
  { calls: [asking, { name: 'write_todos', arguments: { todos } }, asking] },
  { text: 'Done' },
];
const agent = (limits?: Partial<Limits>): ResolvedAgent => {
  const resolved = agentOf(TURN, [asks]);
  return { ...resolved, snapshot: { ...resolved.snapshot, limits: { steps: 10, ...limits } } };
};

const statusOf = (desk: Desk): string | undefined => newestRun(desk.store.read, 't')?.status;

async function waiting(desk: Desk, resolved = agent()): Promise<string> {
  const started = good(desk.runs.start({ agent: resolved, threadId: 't', input: message('Go') }));
  await vi.waitFor(() => expect(statusOf(desk)).toBe('waiting'));
  return started.runId;
}

/** Another engine on the same store: the first one is as good as dead. */
function restart(desk: Desk, resolved = agent()): { readonly runs: Runs; readonly revived: readonly StartedRun[] } {
  const runs = createRuns(desk.deps);
  const revived: StartedRun[] = [];
  recoverRuns(desk.deps, ({ run: { id } }): Result<unknown> => {
    const run = runs.revive(id, { agent: resolved });
    if (run.ok) revived.push(run.value);
    return run;
  });
  return { runs, revived };
}

/** As soon as the loop has come to its open calls. */
async function approve(runs: Runs, runId: string, callId: string): Promise<void> {
  await vi.waitFor(() => good(runs.decide(runId, callId, { decision: 'approved' })));
}

/** Writes what the dead process had still written. */
function note(desk: Desk, runId: string, ...bodies: readonly NoteBody[]): void {
  const answer = entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message')?.id ?? '';
  const drafts = bodies.map((body, index) => ({ id: `x${index}`, targetId: answer, body }));
  append(desk.store.write, { threadId: 't', runId, at: desk.deps.now(), tip: answer, drafts });
}

const approved = (callId: string): NoteBody => ({
  kind: 'approval_decided',
  callId,
  decision: 'approved',
  by: 'person',
});

describe('a run that waits for approvals', () => {
  it('goes on after the end of its process: nothing is asked, decided or run twice', async () => {
    const desk = createDesk();
    const runId = await waiting(desk);
    good(desk.runs.decide(runId, 'call_1_1', { decision: 'rejected', reason: 'Not this' }));
    await vi.waitFor(() => expect(kinds(desk)).toContain('approval_decided'));
    const { runs, revived } = restart(desk);
    expect(revived.map((run) => run.runId)).toEqual([runId]);
    expect(statusOf(desk)).toBe('waiting');
    expect(runs.counts()).toEqual({ queued: 0, running: 0, waiting: 1, paused: 0 });
    expect(runs.decide(runId, 'call_1_1', { decision: 'approved' })).toMatchObject({
      error: { code: 'approval_gone' },
    });
    const before = kinds(desk);
    await approve(runs, runId, 'call_1_3');
    expect(await revived[0]?.ended).toEqual({ threadId: 't', runId, status: 'finished', words: 'Done', todos });
    expect(before).toEqual([
      'user_message',
      'run_started',
      'assistant_message',
      'usage',
      'approval_asked',
      'approval_asked',
      'approval_decided',
      'run_revived',
    ]);
    expect(kinds(desk).slice(before.length)).toEqual([
      'approval_decided',
      'tool_result',
      'tool_started',
      'tool_result',
      'tool_started',
      'tool_result',
      'assistant_message',
      'usage',
      'run_finished',
    ]);
    expect(entriesOf(desk).every((entry, index) => index === 0 || entry.runId === runId)).toBe(true);
    const answers = messagesOf(entriesOf(desk).filter(isPathEntry)).flatMap((one) =>
      one.role === 'tool' ? [one.content] : [],
    );
    expect(answers).toEqual([
      'The person declined this call; it was not run. They said: Not this',
      'Todo list (0 of 1 completed):\n[>] a: A',
      'ran',
    ]);
    expect(entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message')).toMatchObject({ step: 2 });
  });

  it('is put down when the program closes, and goes on as often as it is started again', async () => {
    const desk = createDesk();
    const runId = await waiting(desk);
    await desk.runs.close();
    const second = restart(desk);
    await approve(second.runs, runId, 'call_1_1');
    await vi.waitFor(() => expect(kinds(desk)).toContain('approval_decided'));
    await second.runs.close();
    expect(await second.revived[0]?.ended).toMatchObject({ status: 'waiting', approvals: [{ callId: 'call_1_3' }] });
    expect(statusOf(desk)).toBe('waiting');
    const third = restart(desk);
    await approve(third.runs, runId, 'call_1_3');
    expect((await third.revived[0]?.ended)?.status).toBe('finished');
    const seen = kinds(desk);
    expect(seen.filter((kind) => kind === 'approval_asked')).toHaveLength(2);
    expect(seen.filter((kind) => kind === 'run_finished')).toHaveLength(1);
  });

  it('goes on by itself where the process ended between the last decision and the first call', async () => {
    const desk = createDesk();
    const runId = await waiting(desk);
    note(desk, runId, approved('call_1_1'), approved('call_1_3'));
    expect((await restart(desk).revived[0]?.ended)?.status).toBe('finished');
  });

  it('stays paused, or in the queue, where it was that since the decisions', async () => {
    const desk = createDesk();
    const runId = await waiting(desk);
    note(desk, runId, approved('call_1_1'), approved('call_1_3'), { kind: 'run_paused' });
    const { runs, revived } = restart(desk);
    expect(runs.counts()).toMatchObject({ paused: 1 });
    good(runs.resume(runId));
    expect((await revived[0]?.ended)?.status).toBe('finished');
  });

  it('goes on beside the active branch, where it was that, and leaves the head alone', async () => {
    const desk = createDesk();
    const plain = { agent: agentOf([{ text: 'One' }]), threadId: 't', input: message('First') };
    await good(desk.runs.start(plain)).ended;
    const head = headOf(desk.store.read, 't');
    const at = { parentId: entriesOf(desk)[0]?.id ?? null, activate: false };
    const side = good(desk.runs.start({ agent: agent(), threadId: 't', input: message('Beside'), at }));
    const status = (): string | undefined => runById(desk.store.read, side.runId)?.status;
    await vi.waitFor(() => expect(status()).toBe('waiting'));
    const { runs, revived } = restart(desk);
    expect(runs.working()).toMatchObject([{ id: side.runId, side: true }]);
    // The active branch is free, and what is written there is not for the run beside it.
    expect(runs.onBranch('t')).toBeUndefined();
    await good(runs.start({ ...plain, agent: agentOf([{ text: 'One' }, { text: 'Two' }]), input: message('Second') }))
      .ended;
    await approve(runs, side.runId, 'call_1_1');
    await approve(runs, side.runId, 'call_1_3');
    expect((await revived[0]?.ended)?.status).toBe('finished');
    expect(status()).toBe('finished');
    const active = wholeBranch(desk.store.read, 't', headOf(desk.store.read, 't') ?? '');
    expect(active.map(({ id }) => id)).toContain(head);
    expect(active.some(({ runId }) => runId === side.runId)).toBe(false);
  });

  it('goes on beside the active branch also where a run that could not had that', async () => {
    const desk = createDesk();
    await good(desk.runs.start({ agent: agentOf([{ text: 'One' }]), threadId: 't', input: message('First') })).ended;
    const at = { parentId: null, activate: false };
    const side = good(desk.runs.start({ agent: agent(), threadId: 't', input: message('Beside'), at }));
    await vi.waitFor(() => expect(runById(desk.store.read, side.runId)?.status).toBe('waiting'));
    const answer = entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message')?.id ?? '';
    const again = { input: { type: 'again' }, at: { parentId: answer, activate: true } } as const;
    const main = good(desk.runs.start({ agent: agent(), threadId: 't', ...again }));
    const { runs } = restart(desk);
    expect(runById(desk.store.read, main.runId)?.status).toBe('interrupted');
    expect(headOf(desk.store.read, 't')).not.toBe(answer);
    expect(runs.working()).toMatchObject([{ id: side.runId, side: true }]);
    expect(runs.onBranch('t')).toBeUndefined();
  });

  it('can be stopped, and its calls are then withdrawn', async () => {
    const desk = createDesk();
    const runId = await waiting(desk);
    const { runs, revived } = restart(desk);
    good(runs.stop(runId));
    expect((await revived[0]?.ended)?.status).toBe('stopped');
    expect(newestRun(desk.store.read, 't')?.asking).toEqual([]);
  });

  it('counts its steps and its time on, but not the time in between', async () => {
    let now = 0;
    const desk = createDesk({ now: () => now });
    const limited = agent({ minutes: 10, steps: 1 });
    const runId = await waiting(desk, limited);
    now = 4 * 60_000;
    good(desk.runs.decide(runId, 'call_1_1', { decision: 'approved' }));
    await vi.waitFor(() => expect(kinds(desk)).toContain('approval_decided'));
    now = 600 * 60_000;
    const { runs, revived } = restart(desk, limited);
    expect(entriesOf(desk).at(-1)).toMatchObject({ kind: 'run_revived', workedMs: 4 * 60_000 });
    await approve(runs, runId, 'call_1_3');
    await revived[0]?.ended;
    expect(newestRun(desk.store.read, 't')).toMatchObject({ status: 'limit', limit: 'steps' });
  });

  it('reaches its limit of time by what it had worked before', async () => {
    let now = 0;
    const desk = createDesk({ now: () => now });
    const limited = agent({ minutes: 10 });
    const runId = await waiting(desk, limited);
    now = 9 * 60_000;
    note(desk, runId, approved('call_1_1'));
    const { runs, revived } = restart(desk, limited);
    now += 2 * 60_000;
    await approve(runs, runId, 'call_1_3');
    await revived[0]?.ended;
    expect(newestRun(desk.store.read, 't')).toMatchObject({ status: 'limit', limit: 'minutes' });
  });
});

describe('a run is ended as interrupted', () => {
  it('where one of the calls had begun, or a stop had', async () => {
    const begun: NoteBody = { kind: 'tool_started', callId: 'call_1_1', toolName: 'asks' };
    const stopped: NoteBody = { kind: 'approval_decided', callId: 'call_1_1', decision: 'withdrawn', by: 'run' };
    for (const last of [begun, stopped]) {
      const desk = createDesk();
      note(desk, await waiting(desk), last);
      expect(restart(desk).revived).toEqual([]);
      expect(statusOf(desk)).toBe('interrupted');
    }
  });

  it('where it came in from a file, or its thread is deleted', async () => {
    const imported = createDesk();
    await waiting(imported);
    connectionOf(imported.store.write).database.exec('UPDATE runs SET own = 0');
    expect(restart(imported).revived).toEqual([]);
    expect(statusOf(imported)).toBe('interrupted');
    const deleted = createDesk();
    await waiting(deleted);
    good(hideThread(deleted.store.write, 't', 1));
    expect(restart(deleted).revived).toEqual([]);
    expect(statusOf(deleted)).toBe('interrupted');
  });

  it('where its agent cannot be had again: with what to do, and Continue goes on from there', async () => {
    const desk = createDesk();
    const runId = await waiting(desk);
    recoverRuns(desk.deps, () => fail('model_unknown', 'Gone', 'Connect it'));
    const error = { code: 'model_unknown', message: 'Gone', hint: 'Connect it' };
    expect(newestRun(desk.store.read, 't')).toMatchObject({ status: 'interrupted', error, asking: [] });
    const again = createRuns(desk.deps).start({
      agent: agentOf([...TURN.slice(0, 1), { text: 'Went on' }], [asks]),
      threadId: 't',
      input: { type: 'continue', runId },
    });
    expect(again.ok && (await again.value.ended).status).toBe('finished');
  });
});

it('a run is revived once, and only where it waits', async () => {
  const desk = createDesk();
  const runId = await waiting(desk);
  expect(desk.runs.revive(runId, { agent: agent() })).toMatchObject({ error: { code: 'thread_busy' } });
  expect(desk.runs.revive('other', { agent: agent() })).toMatchObject({ error: { code: 'nothing_waits' } });
  const runs = createRuns(desk.deps);
  recoverRuns(desk.deps, leave);
  expect(statusOf(desk)).toBe('waiting');
  const revived = good(runs.revive(runId, { agent: agent() }));
  good(runs.stop(runId));
  await revived.ended;
  expect(runs.revive(runId, { agent: agent() })).toMatchObject({ error: { code: 'nothing_waits' } });
});
