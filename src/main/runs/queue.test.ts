import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../agent/tool.ts';
import type { Model, ModelEvent } from '../agent/model.ts';
import { connectionOf } from '../threads/database.ts';
import { headOf } from '../threads/thread-rows.ts';
import { newestRun } from '../threads/runs.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns } from './registry.ts';
import {
  agentOf,
  ASKING,
  asks,
  closeDesks,
  createDesk,
  entriesOf,
  hanging,
  kinds,
  leave,
  message,
  type Desk,
} from './testing/desk.ts';

afterEach(closeDesks);

const FINISH: Extract<ModelEvent, { type: 'finish' }> = {
  type: 'finish',
  reason: 'stop',
  tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
};

/** A model whose answer ends when the test says so. */
function gated(text = 'Done'): { readonly model: Model; readonly finish: () => void } {
  const gate = Promise.withResolvers<void>();
  async function* stream(): AsyncGenerator<ModelEvent> {
    yield { type: 'text', text };
    await gate.promise;
    yield FINISH;
  }
  return { model: { id: 'm', stream }, finish: () => gate.resolve() };
}

function start(desk: Desk, threadId: string, agent = agentOf(hanging(threadId))) {
  const started = desk.runs.start({ agent, threadId, input: message('Go') });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

const statusOf = (desk: Desk, threadId: string) => newestRun(desk.store.read, threadId)?.status;
const standing = (desk: Desk, ...ids: readonly string[]) =>
  ids.map((id) => desk.runs.standing(newestRun(desk.store.read, id)?.id ?? ''));

describe('a cap of two', () => {
  it('stores the third run at once, shows its place, and starts it when one has ended', async () => {
    const desk = createDesk({ maxRuns: () => 2 });
    const first = gated();
    start(desk, 'a', agentOf(first.model));
    start(desk, 'b');
    const third = start(desk, 'c', agentOf([{ text: 'Now' }]));
    start(desk, 'd');
    expect(kinds(desk, 'c')).toEqual(['user_message', 'run_started', 'run_queued']);
    expect(standing(desk, 'a', 'c', 'd')).toEqual([{}, { place: 1 }, { place: 2 }]);
    expect(desk.runs.counts()).toEqual({ queued: 2, running: 2, waiting: 0, paused: 0 });
    first.finish();
    expect((await third.ended).status).toBe('finished');
    expect(kinds(desk, 'c')).toEqual([
      'user_message',
      'run_started',
      'run_queued',
      'run_dequeued',
      'assistant_message',
      'usage',
      'run_finished',
    ]);
    await vi.waitFor(() => expect(statusOf(desk, 'd')).toBe('running'));
  });

  it('lets queued runs be stopped, moved to the front, and started now', async () => {
    const desk = createDesk({ maxRuns: () => 2 });
    const [a, , c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) => start(desk, id));
    if (a === undefined || c === undefined || d === undefined || e === undefined) throw new Error('no runs');
    desk.runs.stop(c.runId);
    expect((await c.ended).status).toBe('stopped');
    expect(desk.runs.toFront(e.runId)).toEqual({ ok: true, value: null });
    expect(standing(desk, 'd', 'e')).toEqual([{ place: 2 }, { place: 1 }]);
    expect(desk.runs.startNow(d.runId)).toEqual({ ok: true, value: null });
    await vi.waitFor(() => expect(statusOf(desk, 'd')).toBe('running'));
    expect(desk.runs.counts()).toEqual({ queued: 1, running: 3, waiting: 0, paused: 0 });
    for (const act of [desk.runs.startNow, desk.runs.toFront]) {
      expect(act(a.runId)).toMatchObject({ error: { code: 'not_queued' } });
    }
    // Three work where two may: the place of the first that ends is nobody's.
    desk.runs.stop(a.runId);
    await a.ended;
    expect(statusOf(desk, 'e')).toBe('queued');
  });

  it('is not held by a run that waits for a person, which takes a place again once decided', async () => {
    let cap = 1;
    const desk = createDesk({ maxRuns: () => cap });
    const other = gated();
    const first = start(desk, 'a', agentOf(ASKING, [asks]));
    start(desk, 'b', agentOf(other.model));
    start(desk, 'c');
    await vi.waitFor(() => expect([statusOf(desk, 'a'), statusOf(desk, 'b')]).toEqual(['waiting', 'running']));
    desk.runs.decide(first.runId, 'call_1_1', { decision: 'approved' });
    await vi.waitFor(() => expect(statusOf(desk, 'a')).toBe('queued'));
    // It has begun: it comes before what has not.
    expect(standing(desk, 'a', 'c')).toEqual([{ place: 1 }, { place: 2 }]);
    expect(kinds(desk, 'a')).not.toContain('tool_started');
    other.finish();
    expect((await first.ended).status).toBe('finished');
    cap = 5;
    desk.runs.fillPlaces();
    await vi.waitFor(() => expect(statusOf(desk, 'c')).toBe('running'));
  });

  it('gives back the place of a run that could not be stored, and leaves no thread of it', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    await start(desk, 'x', agentOf([{ text: 'Hi' }])).ended;
    const { database } = connectionOf(desk.store.read);
    database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`);
    const long = { agent: agentOf([]), input: message('Long. '.repeat(5000)) };
    for (const threadId of ['x', 'y']) {
      expect(desk.runs.start({ ...long, threadId })).toMatchObject({ error: { code: 'disk_full' } });
    }
    expect(headOf(desk.store.read, 'y')).toBeUndefined();
    database.pragma('max_page_count = 1073741823');
    const next = start(desk, 'a', agentOf([{ text: 'Hi' }]));
    expect((await next.ended).status).toBe('finished');
  });
});

describe('a pause', () => {
  it('lets a streaming answer finish, runs none of its calls, and goes on when resumed', async () => {
    const desk = createDesk();
    const answer = Promise.withResolvers<void>();
    let ran = 0;
    const works = defineTool({
      name: 'works',
      description: '',
      input: z.looseObject({}),
      concurrency: 'parallel',
      execute: async () => ({ content: `ran ${(ran += 1)}` }),
    });
    let steps = 0;
    async function* stream(): AsyncGenerator<ModelEvent> {
      steps += 1;
      yield { type: 'text', text: 'Hm' };
      if (steps === 1) {
        await answer.promise;
        yield { type: 'call_delta', id: 'c1', name: 'works', text: '{}' };
      }
      yield { ...FINISH, reason: steps === 1 ? 'tool_calls' : 'stop' };
    }
    const run = start(desk, 'a', agentOf({ id: 'm', stream }, [works]));
    await vi.waitFor(() => expect(desk.deps.live.of('a')[0]?.text).toBe('Hm'));
    desk.runs.pause(run.runId);
    expect([statusOf(desk, 'a'), ...standing(desk, 'a')]).toEqual(['running', { pausing: true }]);
    answer.resolve();
    await vi.waitFor(() => expect(statusOf(desk, 'a')).toBe('paused'));
    expect([ran, ...standing(desk, 'a')]).toEqual([0, {}]);
    desk.runs.resume(run.runId);
    expect((await run.ended).status).toBe('finished');
    expect(kinds(desk, 'a').slice(2)).toEqual([
      'assistant_message',
      'usage',
      'run_paused',
      'run_resumed',
      'tool_started',
      'tool_result',
      'assistant_message',
      'usage',
      'run_finished',
    ]);
  });

  it('of a queued run takes it out of the queue; resumed it asks again, at the end', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    const first = start(desk, 'a');
    const second = start(desk, 'b', agentOf([{ text: 'Hi' }]));
    start(desk, 'c');
    desk.runs.pause(second.runId);
    await vi.waitFor(() => expect(statusOf(desk, 'b')).toBe('paused'));
    expect(standing(desk, 'b', 'c')).toEqual([{}, { place: 1 }]);
    desk.runs.resume(second.runId);
    await vi.waitFor(() => expect(statusOf(desk, 'b')).toBe('queued'));
    expect(standing(desk, 'b', 'c')).toEqual([{ place: 2 }, { place: 1 }]);
    desk.runs.startNow(second.runId);
    expect((await second.ended).status).toBe('finished');
    const notes = kinds(desk, 'b').filter((kind) => /queued|paused|resumed/.test(kind));
    expect(notes).toEqual(['run_queued', 'run_dequeued', 'run_paused', 'run_resumed', 'run_queued', 'run_dequeued']);
    desk.runs.stop(first.runId);
  });

  it('gives the place to others, and can be stopped', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    const first = gated();
    const agent = agentOf(first.model);
    const run = start(desk, 'a', agent);
    start(desk, 'b');
    await vi.waitFor(() => expect(desk.deps.live.of('a')).toMatchObject([{ phase: 'streaming' }]));
    desk.runs.pauseAll();
    await vi.waitFor(() => expect(statusOf(desk, 'b')).toBe('paused'));
    expect(statusOf(desk, 'a')).toBe('running');
    desk.runs.stopAll();
    expect((await run.ended).status).toBe('stopped');
    await vi.waitFor(() => expect(statusOf(desk, 'b')).toBe('stopped'));
    expect(desk.runs.counts()).toEqual({ queued: 0, running: 0, waiting: 0, paused: 0 });
  });
});

describe('a pause in the middle of a step', () => {
  it('lets the call that runs end, and begins no other until it is over', async () => {
    const desk = createDesk();
    const gate = Promise.withResolvers<void>();
    const slow = defineTool({
      name: 'slow',
      description: '',
      input: z.looseObject({}),
      concurrency: 'exclusive',
      async execute() {
        await gate.promise;
        return { content: 'ran' };
      },
    });
    const calls = [1, 2].map(() => ({ name: 'slow', arguments: {} }));
    const { runId, ended } = start(desk, 'a', agentOf([{ calls }, { text: 'Done' }], [slow]));
    await vi.waitFor(() => expect(kinds(desk, 'a')).toContain('tool_started'));
    desk.runs.pause(runId);
    gate.resolve();
    await vi.waitFor(() => expect(statusOf(desk, 'a')).toBe('paused'));
    expect(kinds(desk, 'a').filter((kind) => kind === 'tool_started')).toHaveLength(1);
    desk.runs.resume(runId);
    expect((await ended).status).toBe('finished');
  });
});

describe('what a dead process left', () => {
  it('becomes interrupted whether it was queued, paused or at work, and can be continued', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    start(desk, 'a');
    start(desk, 'b');
    const paused = start(desk, 'c');
    desk.runs.pause(paused.runId);
    await vi.waitFor(() => expect(statusOf(desk, 'c')).toBe('paused'));
    // Another engine on the same store: the first one is as good as dead.
    recoverRuns(desk.deps, leave);
    for (const threadId of ['a', 'b', 'c']) expect(statusOf(desk, threadId)).toBe('interrupted');
    const again = createRuns(desk.deps).start({
      agent: agentOf([{ text: 'Whole' }]),
      threadId: 'b',
      input: { type: 'continue', runId: paused.runId },
    });
    expect(again.ok && (await again.value.ended).status).toBe('finished');
    expect(entriesOf(desk, 'b')[0]).toMatchObject({ text: 'Go' });
  });

  it('closing ends queued and paused runs as interrupted, and starts none of them', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    start(desk, 'a');
    start(desk, 'b');
    await desk.runs.close();
    expect([statusOf(desk, 'a'), statusOf(desk, 'b')]).toEqual(['interrupted', 'interrupted']);
    expect(kinds(desk, 'b')).toEqual(['user_message', 'run_started', 'run_queued', 'run_finished']);
  });
});
