import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineTool, type AnyTool, type ToolOutcome } from '../agent/tool.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { connectionOf } from '../threads/database.ts';
import { saveCheckpoint } from '../threads/checkpoints.ts';
import { newestRun } from '../threads/runs.ts';
import { purgeThreads } from '../threads/purge.ts';
import { headOf, hideThread } from '../threads/thread-rows.ts';
import { append, assistant, good, started, testThread, todosWritten, user } from '../threads/testing/store.ts';
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
} from './testing/desk.ts';

afterEach(closeDesks);

describe('a run', () => {
  it('is stored from its message to its end, and every entry is pushed once, in order', async () => {
    const desk = createDesk();
    const todos = [{ id: 'a', content: 'A', status: 'in_progress' }];
    const steps = [{ calls: [{ name: 'write_todos', arguments: { todos } }] }, { text: 'Done' }];
    const started = good(desk.runs.start({ agent: agentOf(steps), threadId: 't', input: message('Go\nnow') }));
    expect(await started.ended).toEqual({
      threadId: 't',
      runId: started.runId,
      status: 'finished',
      words: 'Done',
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

  it('does not begin on a thread that was deleted while it was made ready', () => {
    const desk = createDesk();
    testThread(desk.store.write, 't');
    good(hideThread(desk.store.write, 't', 1));
    const request = { agent: agentOf([]), threadId: 't', input: message('Go') };
    expect(desk.runs.start(request)).toMatchObject({ ok: false, error: { code: 'thread_not_found' } });
  });

  it('is refused while another works on the thread, and may follow it', async () => {
    const desk = createDesk();
    const request = { agent: agentOf(hanging('Hm')), threadId: 't', input: message('Go') };
    const first = good(desk.runs.start(request));
    expect(desk.runs.start(request)).toMatchObject({ ok: false, error: { code: 'thread_busy' } });
    expect(desk.runs.stop(first.runId)).toEqual({ ok: true, value: null });
    expect((await first.ended).status).toBe('stopped');
    expect(desk.runs.stop(first.runId)).toMatchObject({ error: { code: 'run_not_active' } });
    const second = desk.runs.start({ ...request, agent: agentOf([{ text: 'Ok' }]) });
    expect(second.ok && (await second.value.ended).status).toBe('finished');
  });

  it('is continued with words for the model only where the branch ends with an answer', async () => {
    const desk = createDesk();
    const failing = agentOf([{ failure: { code: 'x', message: 'X', retryable: false } }]);
    const failed = good(desk.runs.start({ agent: failing, threadId: 't', input: message('Go') }));
    await failed.ended;
    const again = { threadId: 't', input: { type: 'continue', runId: failed.runId } } as const;
    const second = good(desk.runs.start({ ...again, agent: agentOf([{ text: 'Half', finish: 'length' }]) }));
    await second.ended;
    const third = good(desk.runs.start({ ...again, agent: agentOf([{ text: 'Half' }, { text: 'And half' }]) }));
    await third.ended;
    const path = entriesOf(desk).flatMap((entry) => ('parentId' in entry && 'text' in entry ? [entry.text] : []));
    expect(path).toEqual(['Go', 'Half', 'Continue from where you stopped.', 'And half']);
  });

  it('takes a decision once, and only while it waits', async () => {
    const desk = createDesk();
    const started = good(desk.runs.start({ agent: agentOf(ASKING, [asks]), threadId: 't', input: message('Go') }));
    const { runId, ended } = started;
    await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.status).toBe('waiting'));
    expect(desk.runs.decide(runId, 'other', { decision: 'approved' })).toMatchObject({
      error: { code: 'approval_gone' },
    });
    expect(desk.runs.decide(runId, 'call_1_1', { decision: 'rejected', reason: 'No' })).toMatchObject({
      value: { threadId: 't', question: { tool: 'asks', asks: true } },
    });
    expect(desk.runs.decide(runId, 'call_1_1', { decision: 'approved' })).toMatchObject({ ok: false });
    await ended;
    expect(entriesOf(desk).find(({ kind }) => kind === 'tool_result')).toMatchObject({
      isError: true,
      content: 'The person declined this call; it was not run. They said: No',
    });
  });
});

describe('what is put in from outside', () => {
  it('is at the run’s tip at once, whatever the loop does, and the answer in the making follows it', async () => {
    const desk = createDesk();
    const edit = { kind: 'user_todo_edit', action: 'The person added “B”.', items: [] } as const;
    const started = good(desk.runs.start({ agent: agentOf(hanging('Half')), threadId: 't', input: message('Go') }));
    const { runId } = started;
    await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.text).toBe('Half'));
    const put = good(desk.runs.interject(runId, [{ id: 'edit', body: edit }]));
    expect(put).toMatchObject([{ id: 'edit', runId, parentId: entriesOf(desk)[0]?.id }]);
    expect(headOf(desk.store.read, 't')).toBe('edit');
    good(desk.runs.stop(runId));
    await started.ended;
    expect(entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message')).toMatchObject({
      parentId: 'edit',
      text: 'Half',
    });
    expect(desk.runs.interject(runId, [{ id: 'late', body: edit }])).toMatchObject({
      error: { code: 'run_not_active' },
    });
  });

  it('is what the model reads next, after the results of the calls that ran meanwhile', async () => {
    const desk = createDesk();
    const steps: readonly ScriptedStep[] = [
      { calls: [{ name: 'edits', arguments: {} }] },
      ({ messages }) => ({ text: messages.map(({ role }) => role).join(' ') }),
    ];
    const edits = defineTool({
      name: 'edits',
      description: '',
      input: z.looseObject({}),
      concurrency: 'parallel',
      async execute() {
        const body = { kind: 'reminder', about: 'todos_open', text: 'Something is left.' } as const;
        good(desk.runs.interject(started.runId, [{ id: 'put', body }]));
        return { content: 'ran' };
      },
    });
    const started = good(desk.runs.start({ agent: agentOf(steps, [edits]), threadId: 't', input: message('Go') }));
    await started.ended;
    expect(entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message')).toMatchObject({
      text: 'user assistant tool user',
    });
  });

  it('costs a killed run none of its unfinished answer', async () => {
    const desk = createDesk();
    const { runId } = good(desk.runs.start({ agent: agentOf(hanging('Half')), threadId: 't', input: message('Go') }));
    const parentId = entriesOf(desk)[0]?.id ?? '';
    const kept = {
      part: 0,
      step: 1,
      model: 'm',
      text: 'Half',
      reasoning: '',
      sentAt: 1,
      runId,
      threadId: 't',
      parentId,
    };
    good(saveCheckpoint(desk.store.write, kept));
    const label = { kind: 'todos_restored', items: [] } as const;
    good(desk.runs.interject(runId, [{ id: 'put', body: label }]));
    recoverRuns(desk.deps, leave);
    expect(entriesOf(desk).at(-2)).toMatchObject({ parentId: 'put', text: 'Half', partial: 'interrupted' });
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
    const started = good(
      desk.runs.start({ agent: agentOf([fill as ScriptedStep]), threadId: 't', input: message('Go') }),
    );
    expect(await started.ended).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
    expect(desk.runs.standing(started.runId)).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
    expect(desk.pushes.filter(({ type }) => type === 'problem')).toHaveLength(1);
    const next = { agent: agentOf([{ text: 'Next' }]), threadId: 't', input: message('More') };
    expect(desk.runs.start(next)).toMatchObject({ error: { code: 'disk_full' } });

    database.pragma('max_page_count = 1073741823');
    const second = desk.runs.start(next);
    expect(second.ok && (await second.value.ended).status).toBe('finished');
    expect(desk.runs.standing(started.runId)).toEqual({});
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
    const [answer, end] = entriesOf(desk)
      .slice(2)
      .filter(({ kind }) => kind !== 'usage');
    expect(end).toMatchObject({ kind: 'run_finished', targetId: answer?.id });
  });

  it('keeps the thread busy until the loop has ended, even when there is room again', async () => {
    const desk = createDesk();
    const { database } = connectionOf(desk.store.read);
    const filled = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<{ content: string }>();
    const tool = (name: string, execute: () => Promise<ToolOutcome>): AnyTool =>
      defineTool({ name, description: '', input: z.looseObject({}), concurrency: 'parallel', execute });
    const fills = tool('fills', async () => {
      database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`);
      filled.resolve();
      return { content: 'A long result. '.repeat(2000) };
    });
    const waits = tool('waits', () => slow.promise);
    const calls = ['fills', 'waits'].map((name) => ({ name, arguments: {} }));
    const request = { threadId: 't', input: message('Go') };
    const started = good(desk.runs.start({ ...request, agent: agentOf([{ calls }], [fills, waits]) }));
    await filled.promise;
    // Its result is refused within this turn of the event loop.
    await setImmediate();
    database.pragma('max_page_count = 1073741823');
    expect(desk.runs.start({ ...request, agent: agentOf([]) })).toMatchObject({ error: { code: 'thread_busy' } });
    slow.resolve({ content: 'Slow' });
    expect(await started.ended).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
    expect(kinds(desk).slice(-3)).toEqual(['tool_result', 'tool_result', 'run_finished']);
  });
});

describe('a run on a thread that is deleted for good', () => {
  it('ends, and is neither kept nor tried to be stored any more', async () => {
    const desk = createDesk();
    const started = good(desk.runs.start({ agent: agentOf(hanging('Half')), threadId: 't', input: message('Go') }));
    await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.text).toBe('Half'));
    good(hideThread(desk.store.write, 't', 0));
    while (good(purgeThreads(desk.store.write, 1, 10)).more);
    desk.runs.stop(started.runId);
    await started.ended;
    expect(desk.runs.standing(started.runId)).toEqual({});
    expect(desk.runs.stop(started.runId)).toMatchObject({ error: { code: 'run_not_active' } });
    expect(desk.deps.live.of('t')).toEqual([]);
    expect(desk.pushes.filter(({ type }) => type === 'problem')).toEqual([]);
  });
});

describe('runs that a dead process left', () => {
  it('are ended once there is room, when the disk was full', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const desk = createDesk();
      testThread(desk.store.write, 't');
      const drafts = [
        { id: 'user', body: user() },
        { id: 'started', targetId: 'user', body: started() },
        { id: 'answer', body: assistant({ text: 'x'.repeat(10_000) }) },
      ];
      append(desk.store.write, { threadId: 't', runId: 'run', tip: null, drafts });
      const { database } = connectionOf(desk.store.write);
      database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`);
      recoverRuns(desk.deps, leave);
      vi.advanceTimersByTime(5000);
      expect(newestRun(desk.store.read, 't')?.status).toBe('running');
      database.pragma('max_page_count = 1073741823');
      vi.advanceTimersByTime(5000);
      expect(newestRun(desk.store.read, 't')?.status).toBe('interrupted');
    } finally {
      vi.useRealTimers();
    }
  });

  it('have every call of their last answer answered, however many there are', () => {
    const desk = createDesk();
    testThread(desk.store.write, 't');
    const calls = Array.from({ length: 600 }, (_, index) => ({ id: `c${index}`, name: 'read', arguments: '{}' }));
    const results = calls.slice(0, 550).map(({ id }) => ({
      id: `r${id}`,
      body: { ...todosWritten('answer'), callId: id, details: undefined },
    }));
    append(desk.store.write, {
      threadId: 't',
      runId: 'run',
      tip: null,
      drafts: [
        { id: 'user', body: user() },
        { id: 'started', targetId: 'user', body: started() },
        { id: 'answer', body: assistant({ calls, finish: 'tool_calls' }) },
        ...results,
      ],
    });
    recoverRuns(desk.deps, leave);
    const answered = entriesOf(desk).flatMap((entry) => (entry.kind === 'tool_result' ? [entry.callId] : []));
    expect(answered).toEqual(calls.map(({ id }) => id));
    expect(newestRun(desk.store.read, 't')?.status).toBe('interrupted');
  });

  it('become interrupted with all they had, and can be continued', async () => {
    const desk = createDesk();
    const started = good(desk.runs.start({ agent: agentOf(hanging('Half')), threadId: 't', input: message('Go') }));
    const { runId } = started;
    await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.text).toBe('Half'));
    const parentId = entriesOf(desk)[0]?.id ?? '';
    const kept = { step: 1, model: 'm', reasoning: '', sentAt: 1, runId, threadId: 't', parentId };
    expect(saveCheckpoint(desk.store.write, { ...kept, part: 0, text: 'Half' }).ok).toBe(true);
    expect(saveCheckpoint(desk.store.write, { ...kept, part: 1, text: ' an' }).ok).toBe(true);

    // Another engine on the same store: the first one is as good as dead.
    const second = { ...desk, runs: createRuns(desk.deps) };
    recoverRuns(desk.deps, leave);
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
