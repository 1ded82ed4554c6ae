import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, type Result } from '../../shared/lib/result.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { childrenOf, familyOf } from '../threads/children.ts';
import { runningThreads } from '../threads/running.ts';
import { newestRun, unfinishedRuns } from '../threads/runs.ts';
import { threadSummary } from '../threads/summaries.ts';
import { good } from '../threads/testing/store.ts';
import type { Push } from '../../shared/ipc/contract.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns } from './registry.ts';
import type { Runs, StartedRun } from './runs.ts';
import {
  agentOf,
  ASKING,
  asks,
  closeDesks,
  createDesk,
  entriesOf,
  hanging,
  kinds,
  message,
  type Desk,
} from './testing/desk.ts';
import { photograph, storeFrom } from './testing/disk.ts';
import { asking, lineOf, lineOfThreads, named, resultsOf } from './testing/family.ts';

// Approvals that sub-agents wait for: over the end of the program, decided at once, and declined by a message.

afterEach(closeDesks);

const careful = named('careful', ASKING, { tools: [asks] });
const gives = (...names: readonly string[]): ScriptedStep => ({
  calls: names.map((name) => asking(name, `For ${name}`)),
});
const leadOf = (
  subagents: readonly ResolvedAgent[],
  calls = gives(...subagents.map(({ snapshot }) => snapshot.name)),
) => named('Lead', [calls, { text: 'All done' }], { subagents });

/** By agent. */
const statuses = ({ store: { read } }: Desk) =>
  Object.fromEntries(
    familyOf(read, 't').flatMap((id) => {
      const run = newestRun(read, id);
      return run === undefined ? [] : [[run.agent.name, run.status]];
    }),
  );
const approvals = ({ store: { read } }: Desk) =>
  runningThreads(read).find(({ summary }) => summary.id === 't')?.approvals ?? [];

function start(desk: Desk, agent: ResolvedAgent): StartedRun {
  return good(desk.runs.start({ agent, threadId: 't', input: message('Go') }));
}

async function waiting(desk: Desk, agent: ResolvedAgent, count = 1): Promise<StartedRun> {
  const started = start(desk, agent);
  await vi.waitFor(() => expect(approvals(desk)).toHaveLength(count));
  return started;
}

/** Another engine on the same store: the first one is as good as dead. */
function restart(desk: Desk, agent: ResolvedAgent): { readonly desk: Desk; readonly revived: readonly StartedRun[] } {
  const runs = createRuns(desk.deps);
  const revived: StartedRun[] = [];
  recoverRuns(desk.deps, ({ run }): Result<unknown> => {
    const again = runs.revive(run.id, { agent });
    if (again.ok) revived.push(again.value);
    return again;
  });
  return { desk: { ...desk, runs }, revived };
}

async function approveAll(desk: Desk, runs: Runs = desk.runs): Promise<void> {
  for (const { runId, callId } of approvals(desk)) {
    // As soon as the loop has come to its open calls.
    await vi.waitFor(() => good(runs.decide(runId, callId, { decision: 'approved' })));
  }
}

describe('a sub-agent that waits for an approval', () => {
  it('waits on after the end of the program, and goes on with the run that it works for: once', async () => {
    const desk = createDesk();
    const lead = leadOf([careful]);
    const { runId } = await waiting(desk, lead);
    const [child = ''] = childrenOf(desk.store.read, 't');
    const asked = approvals(desk);
    const { desk: next, revived } = restart(desk, lead);
    expect(revived.map((run) => run.runId)).toEqual([runId]);
    expect(statuses(next)).toEqual({ Lead: 'running', careful: 'waiting' });
    expect(threadSummary(next.store.read, 't')?.status).toBe('waiting');
    expect(approvals(next)).toEqual(asked);
    expect(next.runs.counts()).toEqual({ queued: 0, running: 0, waiting: 1, paused: 0 });
    expect(next.runs.areWorking()).toBe(false);
    await approveAll(next);
    expect(await revived[0]?.ended).toMatchObject({ status: 'finished', words: 'All done' });
    expect(resultsOf(next, child)).toEqual(['ran']);
    expect(resultsOf(next, 't')).toEqual(['Done']);
    expect(kinds(next, child)).toEqual([
      'user_message',
      'run_started',
      'assistant_message',
      'usage',
      'approval_asked',
      'run_revived',
      'approval_decided',
      'tool_started',
      'tool_result',
      'assistant_message',
      'usage',
      'run_finished',
    ]);
    expect(kinds(next)).toEqual([
      'user_message',
      'run_started',
      'assistant_message',
      'usage',
      'tool_started',
      'run_revived',
      'tool_result',
      'assistant_message',
      'usage',
      'run_finished',
    ]);
    const summary = threadSummary(next.store.read, 't');
    expect([summary?.usage.calls, summary?.usageBelow?.calls]).toEqual([4, 2]);
  });

  it('is put down when the program closes, as often as that is; who worked beside it is interrupted', async () => {
    const desk = createDesk();
    const lead = leadOf([careful, named('slow', hanging('Half'))]);
    const { ended } = await waiting(desk, lead);
    await vi.waitFor(() => expect(desk.runs.working()).toHaveLength(3));
    await desk.runs.close();
    expect((await ended).status).toBe('waiting');
    expect(statuses(desk)).toEqual({ Lead: 'running', careful: 'waiting', slow: 'interrupted' });
    const second = restart(desk, lead);
    await second.desk.runs.close();
    const third = restart(desk, lead);
    await approveAll(third.desk);
    expect((await third.revived[0]?.ended)?.status).toBe('finished');
    expect(resultsOf(desk, 't').toSorted()).toEqual([
      'Done',
      'error: The agent “slow” was interrupted before it was done.\nIts last words:\nHalf',
    ]);
    expect(kinds(desk).filter((kind) => kind === 'tool_started')).toHaveLength(2);
    expect(kinds(desk).filter((kind) => kind === 'run_finished')).toHaveLength(1);
  });

  it('goes on over 80 levels', async () => {
    const desk = createDesk({ subagentDepth: () => 80 });
    const line = lineOf(80, ASKING);
    const withTool = (agent: ResolvedAgent): ResolvedAgent => ({
      ...agent,
      tools: agent.subagents?.length === 0 ? [asks] : [],
      subagents: agent.subagents?.map(withTool),
    });
    const agent = withTool(line);
    await waiting(desk, agent);
    const { desk: next, revived } = restart(desk, agent);
    expect(next.runs.working()).toHaveLength(81);
    await approveAll(next);
    expect((await revived[0]?.ended)?.status).toBe('finished');
    expect(lineOfThreads(next, 't').map((id) => resultsOf(next, id))).toEqual([
      ...Array.from({ length: 79 }, (_, level) => [`${level + 1} done`]),
      ['Done'],
      ['ran'],
    ]);
  });

  it('takes no place while it waits, and one with its family afterwards', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    const lead = leadOf([careful]);
    await waiting(desk, lead);
    const { desk: next, revived } = restart(desk, lead);
    const other = good(next.runs.start({ agent: agentOf(hanging('Mine')), threadId: 'u', input: message('Go') }));
    expect(newestRun(desk.store.read, 'u')?.status).toBe('running');
    await approveAll(next);
    await vi.waitFor(() => expect(statuses(next)).toEqual({ Lead: 'running', careful: 'queued' }));
    good(next.runs.stop(other.runId));
    expect((await revived[0]?.ended)?.status).toBe('finished');
  });

  it('stops with the run that it works for', async () => {
    const desk = createDesk();
    const lead = leadOf([careful]);
    const { runId } = await waiting(desk, lead);
    const { desk: next, revived } = restart(desk, lead);
    good(next.runs.stop(runId));
    expect((await revived[0]?.ended)?.status).toBe('stopped');
    expect(statuses(next)).toEqual({ Lead: 'stopped', careful: 'stopped' });
    expect(approvals(next)).toEqual([]);
    const [child = ''] = childrenOf(desk.store.read, 't');
    expect(entriesOf(next, child).find(({ kind }) => kind === 'approval_decided')).toMatchObject({
      decision: 'withdrawn',
    });
  });

  it('is interrupted with its family where an agent of it cannot be had again', async () => {
    const desk = createDesk();
    const lead = leadOf([careful]);
    await waiting(desk, lead);
    const runs = createRuns(desk.deps);
    const gone = (): Result<never> => fail('model_unknown', 'Gone');
    recoverRuns(desk.deps, ({ run }) => runs.revive(run.id, { agent: lead, workerOf: gone }));
    expect(statuses(desk)).toEqual({ Lead: 'interrupted', careful: 'interrupted' });
    expect(newestRun(desk.store.read, 't')?.error).toEqual({ code: 'model_unknown', message: 'Gone' });
    expect(runs.working()).toEqual([]);
  });

  it('is no run of its own: whoever it works for is revived', async () => {
    const desk = createDesk();
    await waiting(desk, leadOf([careful]));
    const [child = ''] = childrenOf(desk.store.read, 't');
    const runs = createRuns(desk.deps);
    const { id = '' } = newestRun(desk.store.read, child) ?? {};
    expect(runs.revive(id, { agent: careful })).toMatchObject({ error: { code: 'nothing_waits' } });
  });
});

describe('a family, wherever a kill comes', () => {
  const form = { type: 'object', properties: { n: { type: 'number' } } };
  const subagents = [
    careful,
    named('counter', [{ text: '{"n": 3}' }], { snapshot: { answer: form } }),
    named(
      'twice',
      [
        {
          calls: [
            { name: 'asks', arguments: { n: 1 } },
            { name: 'asks', arguments: { n: 2 } },
          ],
        },
        { text: 'Both' },
      ],
      {
        tools: [asks],
      },
    ),
  ];
  const lead = leadOf(subagents);

  /** What the disk held after each commit of a run from its beginning to its end. */
  async function photographs(): Promise<readonly Buffer[]> {
    const photos: Buffer[] = [];
    const publish = (push: Push): void => void (push.type === 'entries' && photos.push(photograph(desk.store)));
    const desk = createDesk({ publish });
    const { ended } = start(desk, lead);
    await vi.waitFor(() => expect(approvals(desk)).toHaveLength(3));
    for (const { threadId, runId, callId } of approvals(desk)) {
      good(desk.runs.decide(runId, callId, { decision: 'approved' }));
      await vi.waitFor(() => expect(newestRun(desk.store.read, threadId)?.asking).not.toContain(callId));
    }
    expect((await ended).status).toBe('finished');
    return photos;
  }

  /** How the lead's call to one of them was answered. */
  function answerOf(desk: Desk, at: number): string | undefined {
    const result = entriesOf(desk).find((one) => one.kind === 'tool_result' && one.callId === `call_1_${at + 1}`);
    return result?.kind === 'tool_result' ? result.content : undefined;
  }

  /** Goes on with what was left, to its end: each call is answered once, and those that waited by what their agents said. */
  async function goOn(dead: Desk, when: string): Promise<boolean> {
    const waited = new Set(approvals(dead).map(({ agent }) => agent));
    const { desk, revived } = restart(dead, lead);
    if (waited.size > 0) expect(revived, when).toHaveLength(1);
    await approveAll(desk);
    const end = await revived[0]?.ended;
    expect(end?.status, when).toBe(revived.length === 0 ? undefined : 'finished');
    expect(unfinishedRuns(desk.store.read), when).toEqual([]);
    const calls = entriesOf(desk).flatMap((entry) => (entry.kind === 'assistant_message' ? entry.calls : []));
    const answered = entriesOf(desk).flatMap((entry) => (entry.kind === 'tool_result' ? [entry.callId] : []));
    expect(answered.toSorted(), when).toEqual(calls.map(({ id }) => id).toSorted());
    if (revived.length === 0) return false;
    for (const [at, { snapshot }] of subagents.entries()) {
      const { name } = snapshot;
      const words = { careful: 'Done', counter: '{"n":3}', twice: 'Both' }[name];
      // Who did not wait may have been cut off, in its words or between the last of them and its end.
      const cut = `The agent “${name}” was interrupted before it was done.`;
      const answer = answerOf(desk, at) ?? '';
      const isCut = !waited.has(name) && answer.startsWith(cut);
      expect(isCut ? words : answer, when).toBe(words);
    }
    return true;
  }

  it('goes on where anything waits, and is answered everything once', async () => {
    let revivals = 0;
    for (const [index, bytes] of (await photographs()).entries()) {
      let ids = 0;
      const dead = createDesk({ store: storeFrom(bytes), newId: () => `again${index}-${(ids += 1)}` });
      revivals += Number(await goOn(dead, `killed after commit ${index}`));
      dead.store.close();
    }
    expect(revivals).toBeGreaterThan(10);
  });

  it('and wherever the program closes', async () => {
    let revivals = 0;
    for (let last = 1; ; last += 1) {
      const closed = Promise.withResolvers<'closed' | 'finished'>();
      let commits = 0;
      const publish = (push: Push): void => {
        if (push.type !== 'entries' || commits >= last) return;
        commits += 1;
        for (const entry of push.entries) {
          if (entry.kind !== 'approval_asked') continue;
          const { runId = '', callId } = entry;
          void setImmediate().then(() => desk.runs.decide(runId, callId, { decision: 'approved' }));
        }
        if (commits === last) queueMicrotask(() => void desk.runs.close().then(() => closed.resolve('closed')));
      };
      const desk = createDesk({ publish });
      void start(desk, lead).ended.then(({ status }) => status === 'finished' && closed.resolve('finished'));
      if ((await closed.promise) === 'finished') break;
      revivals += Number(await goOn(desk, `closed after commit ${last}`));
    }
    expect(revivals).toBeGreaterThan(5);
  });
});

describe('what a family waits for', () => {
  it('is decided at once', async () => {
    const desk = createDesk();
    const { runId, ended } = await waiting(desk, leadOf([careful, careful], gives('careful', 'careful_2')), 2);
    good(desk.runs.decideAll(runId, { decision: 'rejected', reason: 'No' }));
    expect((await ended).status).toBe('finished');
    expect(childrenOf(desk.store.read, 't').map((id) => resultsOf(desk, id))).toEqual(
      [1, 2].map(() => ['error: The person declined this call; it was not run. They said: No']),
    );
    expect(desk.runs.decideAll(runId, { decision: 'approved' })).toMatchObject({ error: { code: 'run_not_active' } });
  });

  it('is declined by a message', async () => {
    const desk = createDesk();
    const { runId, ended } = await waiting(desk, leadOf([careful]));
    desk.runs.writtenTo(runId);
    expect((await ended).status).toBe('finished');
    const [child = ''] = childrenOf(desk.store.read, 't');
    expect(resultsOf(desk, child)).toEqual([
      'error: The person sent a message instead of approving this call; it was not run.',
    ]);
    expect(entriesOf(desk, child).find(({ kind }) => kind === 'approval_decided')).toMatchObject({ by: 'message' });
  });
});

it('a run at work beside the active branch is not revived once more', async () => {
  const desk = createDesk();
  await good(desk.runs.start({ agent: agentOf([{ text: 'One' }]), threadId: 't', input: message('First') })).ended;
  const at = { parentId: null, activate: false };
  const beside = { agent: agentOf(ASKING, [asks]), threadId: 't', input: message('Beside'), at };
  const { runId } = good(desk.runs.start(beside));
  await vi.waitFor(() => expect(kinds(desk)).toContain('approval_asked'));
  expect(desk.runs.revive(runId, { agent: beside.agent })).toMatchObject({ error: { code: 'thread_busy' } });
  expect(desk.runs.working()).toHaveLength(1);
});
