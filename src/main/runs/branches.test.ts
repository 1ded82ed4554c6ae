import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../shared/thread/messages.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import { stepWindow, type ThreadWindow } from '../../shared/thread/window.ts';
import { defineTool } from '../agent/tool.ts';
import type { Model } from '../agent/model.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { putBlob } from '../threads/blobs.ts';
import { wholeBranch } from '../threads/branches.ts';
import { openThread } from '../threads/open-thread.ts';
import { runningThreads } from '../threads/running.ts';
import { newestRun, runById, runTip } from '../threads/runs.ts';
import { threadSummary } from '../threads/summaries.ts';
import { good } from '../threads/testing/store.ts';
import { headOf } from '../threads/thread-rows.ts';
import { contextOf } from './context-of.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns } from './registry.ts';
import type { RunRequest } from './runs.ts';
import {
  agentOf,
  closeDesks,
  createDesk,
  entriesOf,
  hanging,
  kinds,
  message,
  type Desk,
  leave,
} from './testing/desk.ts';

afterEach(closeDesks);

function start(desk: Desk, request: Partial<RunRequest> & Pick<RunRequest, 'agent'>) {
  return good(desk.runs.start({ threadId: 't', input: message('Go'), ...request }));
}

async function answered(desk: Desk, text: string, request: Partial<RunRequest> = {}): Promise<string> {
  const { runId, ended } = start(desk, { agent: agentOf([{ text }]), ...request });
  expect((await ended).status).toBe('finished');
  return runTip(desk.store.read, runId) ?? '';
}

/** What the model would see of the branch that ends there. */
function textsAt(desk: Desk, entryId: string | null | undefined): readonly string[] {
  return messagesOf(wholeBranch(desk.store.read, 't', entryId ?? '')).map(textOf);
}

function textOf(one: Message): string {
  return one.role === 'assistant' ? one.text : one.content;
}

const active = (desk: Desk) => textsAt(desk, headOf(desk.store.read, 't'));

/** A window that has opened the thread now. */
function windowOf(desk: Desk): ThreadWindow {
  const opened = openThread(desk.store.read, 't', 50);
  if (opened === undefined) throw new Error('no thread');
  return { ...opened.window, live: [] };
}

/** A scripted model, and the messages that it was sent. */
function listening(steps: readonly ScriptedStep[]) {
  const seen: (readonly Message[])[] = [];
  const scripted = scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const model: Model = {
    id: scripted.id,
    stream(request, signal) {
      seen.push(request.messages);
      return scripted.stream(request, signal);
    },
  };
  return { model, seen };
}

/** A tool that answers when the test says so. */
function slowTool() {
  const started = Promise.withResolvers<void>();
  const result = Promise.withResolvers<string>();
  const tool = defineTool({
    name: 'slow',
    description: '',
    input: z.looseObject({}),
    concurrency: 'parallel',
    async execute() {
      started.resolve();
      return { content: await result.promise };
    },
  });
  const steps: readonly ScriptedStep[] = [{ calls: [{ name: 'slow', arguments: {} }] }, { text: 'After' }];
  return { agent: agentOf(steps, [tool]), started: started.promise, finish: result.resolve };
}

describe('an edited message', () => {
  it('goes on from what the old one went on from, and leaves the old branch as it was', async () => {
    const desk = createDesk();
    const first = await answered(desk, 'One');
    const second = await answered(desk, 'Two', { input: message('And?') });
    const edited = await answered(desk, 'Three', {
      input: message('Or?'),
      at: { parentId: first, activate: true },
    });
    expect(active(desk)).toEqual(['Go', 'One', 'Or?', 'Three']);
    expect([headOf(desk.store.read, 't'), textsAt(desk, second)]).toEqual([edited, ['Go', 'One', 'And?', 'Two']]);
  });

  it('may be the first one', async () => {
    const desk = createDesk();
    await answered(desk, 'One');
    await answered(desk, 'Two', { input: message('Stay'), at: { parentId: null, activate: true } });
    expect(active(desk)).toEqual(['Stay', 'Two']);
    expect(windowOf(desk).siblings).toEqual({
      [windowOf(desk).entries[0]?.id ?? '']: { position: 2, total: 2, previousId: entriesOf(desk)[0]?.id },
    });
  });
});

describe('an answer that is made again', () => {
  it('sends the message with its attachments, and hangs beside the first', async () => {
    const desk = createDesk();
    const id = good(putBlob(desk.store.write, new TextEncoder().encode('notes'), 1));
    const attachments = [{ id, name: 'notes.txt', mediaType: 'text/plain', bytes: 5 }];
    await answered(desk, 'One', { input: { ...message('Read'), attachments } });
    const { model, seen } = listening([{ text: 'Two' }]);
    const [asked] = entriesOf(desk);
    const at = { parentId: asked?.id ?? '', activate: true };
    await start(desk, { agent: agentOf(model), input: { type: 'again' }, at }).ended;
    expect(seen).toEqual([[{ role: 'user', content: 'Read', attachments }]]);
    expect(active(desk)).toEqual(['Read', 'Two']);
    const [, answer] = windowOf(desk).entries;
    expect(windowOf(desk).siblings[answer?.id ?? '']).toMatchObject({ position: 2, total: 2 });
  });

  it('is refused where there is nothing to answer', async () => {
    const desk = createDesk();
    const end = await answered(desk, 'One');
    const request = { agent: agentOf([]), threadId: 't', input: { type: 'again' } } as const;
    for (const at of [undefined, { parentId: end, activate: true }, { parentId: null, activate: true }]) {
      expect(desk.runs.start({ ...request, at })).toMatchObject({ error: { code: 'nothing_to_answer' } });
    }
    const nowhere = { parentId: 'nowhere', activate: true };
    expect(desk.runs.start({ ...request, at: nowhere })).toMatchObject({ error: { code: 'entry_not_found' } });
    expect(kinds(desk)).toHaveLength(5);
  });

  it('is still the active branch, and goes on, once the window asks again', async () => {
    const desk = createDesk();
    await answered(desk, 'One');
    const [asked] = entriesOf(desk);
    const at = { parentId: asked?.id ?? '', activate: true };
    const again = start(desk, { agent: agentOf(hanging('Tw')), input: { type: 'again' }, at });
    await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.text).toBe('Tw'));
    expect(windowOf(desk).entries.map(({ id }) => id)).toEqual([asked?.id]);
    expect(threadSummary(desk.store.read, 't')).toMatchObject({ runId: again.runId, status: 'running' });

    // And once the process is another one.
    const second = { ...desk, runs: createRuns(desk.deps) };
    recoverRuns(desk.deps, leave);
    expect(threadSummary(desk.store.read, 't')).toMatchObject({ runId: again.runId, status: 'interrupted' });
    await start(second, { agent: agentOf([{ text: 'Two' }]), input: { type: 'continue', runId: again.runId } }).ended;
    expect(active(desk)).toEqual(['Go', 'Two']);
  });
});

describe('a branch from the middle of a step', () => {
  it('runs the calls that are open once more, or lets a message follow that reads them as interrupted', async () => {
    const desk = createDesk();
    const slow = slowTool();
    const first = start(desk, { agent: slow.agent });
    await slow.started;
    slow.finish('First');
    await first.ended;
    const called = entriesOf(desk).find(({ kind }) => kind === 'assistant_message')?.id ?? '';

    const again = slowTool();
    const at = { parentId: called, activate: true };
    // The script goes by the answers that are there already.
    const steps = agentOf([{ text: '' }, { text: 'Again' }], again.agent.tools);
    const second = start(desk, { agent: steps, input: { type: 'again' }, at });
    await again.started;
    again.finish('Second');
    await second.ended;
    expect(active(desk)).toEqual(['Go', '', 'Second', 'Again']);

    await answered(desk, 'Fine', { input: message('Leave it'), at });
    expect(active(desk).slice(0, -1)).toEqual(['Go', '', expect.stringContaining('interrupted'), 'Leave it']);
  });
});

describe('a side run', () => {
  it('works beside the active branch, any number of them, and never moves the head', async () => {
    const desk = createDesk();
    const end = await answered(desk, 'One');
    const main = start(desk, { agent: agentOf(hanging('Main')), input: message('More') });
    const head = headOf(desk.store.read, 't');
    const at = { parentId: end, activate: false };
    const third = start(desk, { agent: agentOf(hanging('Third')), at });
    const sides = runningThreads(desk.store.read).map(({ summary }) => [summary.runId, summary.side] as const);
    expect(new Map(sides)).toEqual(
      new Map([
        [third.runId, { entryId: runTip(desk.store.read, third.runId) }],
        [main.runId, undefined],
      ]),
    );
    desk.runs.stop(third.runId);
    await third.ended;
    const ends = await Promise.all(['Two', 'Three'].map((text) => answered(desk, text, { input: message(text), at })));
    expect(ends.map((leaf) => textsAt(desk, leaf))).toEqual([
      ['Go', 'One', 'Two', 'Two'],
      ['Go', 'One', 'Three', 'Three'],
    ]);
    expect(headOf(desk.store.read, 't')).toBe(head);
    expect(desk.runs.start({ agent: agentOf([]), threadId: 't', input: message('No') })).toMatchObject({
      error: { code: 'thread_busy' },
    });
    expect(threadSummary(desk.store.read, 't')).toMatchObject({
      runId: main.runId,
      status: 'running',
      side: undefined,
    });
    expect(newestRun(desk.store.read, 't')).toMatchObject({ side: true });
  });

  it('leaves the head where both hang from it, also when a crash ends it', async () => {
    const desk = createDesk();
    await answered(desk, 'One');
    const asked = entriesOf(desk)[0]?.id ?? '';
    const again = { input: { type: 'again' }, at: { parentId: asked, activate: true } } as const;
    start(desk, { agent: agentOf(hanging('A')), ...again });
    const side = start(desk, { agent: agentOf(hanging('B')), ...again, at: { parentId: asked, activate: false } });
    expect(threadSummary(desk.store.read, 't')?.runId).not.toBe(side.runId);
    const followed = windowOf(desk);
    desk.runs.stop(side.runId);
    await side.ended;
    expect(headOf(desk.store.read, 't')).toBe(asked);
    // A window that follows keeps its branch.
    const pushes = desk.pushes.flatMap((push) => (push.type === 'entries' ? [push] : []));
    const end = pushes.reduce((window, push) => {
      const step = stepWindow(window, push);
      expect(step.type).toBe('next');
      return step.type === 'next' ? step.window : window;
    }, followed);
    expect(end.entries.map(({ id }) => id)).toEqual([asked]);

    const crashed = start(desk, { agent: agentOf(hanging('C')), ...again, at: { parentId: asked, activate: false } });
    await vi.waitFor(() => expect(desk.deps.live.of('t').some(({ text }) => text === 'C')).toBe(true));
    recoverRuns(desk.deps, leave);
    expect(runById(desk.store.read, crashed.runId)?.status).toBe('interrupted');
    expect(headOf(desk.store.read, 't')).toBe(asked);
  });

  it('shows in the summary while nothing works on the active branch', async () => {
    const desk = createDesk();
    const end = await answered(desk, 'One');
    const side = start(desk, { agent: agentOf(hanging('B')), at: { parentId: end, activate: false } });
    expect(threadSummary(desk.store.read, 't')).toMatchObject({
      runId: side.runId,
      side: { entryId: runTip(desk.store.read, side.runId) },
      status: 'running',
    });
    desk.runs.stop(side.runId);
    await side.ended;
    expect(threadSummary(desk.store.read, 't')).toMatchObject({ side: undefined, status: 'finished' });
    await answered(desk, 'Two', { input: message('More') });
    expect(active(desk)).toEqual(['Go', 'One', 'More', 'Two']);
  });
});

describe('another active branch', () => {
  it('leaves a run that works where it is: its late result lands on its own branch', async () => {
    const desk = createDesk();
    const end = await answered(desk, 'One');
    await answered(desk, 'Two', { input: message('More') });
    const slow = slowTool();
    const run = start(desk, { agent: slow.agent, input: message('Slowly'), at: { parentId: end, activate: true } });
    await slow.started;
    const two = entriesOf(desk).find((entry) => entry.kind === 'user_message' && entry.text === 'More');
    const followed = windowOf(desk);
    desk.pushes.length = 0;
    const leaf = good(desk.runs.activate('t', two?.id ?? ''));
    expect(active(desk)).toEqual(['Go', 'One', 'More', 'Two']);
    expect(desk.pushes.map((push) => push.type === 'entries' && stepWindow(followed, push))).toEqual([
      { type: 'moved' },
    ]);
    expect(desk.runs.working().map(({ side }) => side)).toEqual([true]);
    expect(threadSummary(desk.store.read, 't')).toMatchObject({
      runId: run.runId,
      side: { entryId: expect.any(String) },
    });

    // The thread is free: the branch that is active now has its own run.
    const other = await answered(desk, 'Three', { input: message('Now here') });
    slow.finish('Late');
    await run.ended;
    expect(textsAt(desk, runTip(desk.store.read, run.runId))).toEqual(['Go', 'One', 'Slowly', '', 'Late', 'After']);
    expect([headOf(desk.store.read, 't'), active(desk).at(-1)]).toEqual([other, 'Three']);
    expect(leaf).not.toBe(other);
  });

  it('is that of a side run from then on, when it works at the end of it', async () => {
    const desk = createDesk();
    const end = await answered(desk, 'One');
    const slow = slowTool();
    const at = { parentId: end, activate: false };
    const side = start(desk, { agent: slow.agent, input: message('Beside'), at });
    await slow.started;
    const beside = entriesOf(desk).find((entry) => entry.kind === 'user_message' && entry.text === 'Beside')?.id ?? '';
    good(desk.runs.activate('t', beside));
    expect(desk.runs.working().map((run) => run.side)).toEqual([false]);
    expect(desk.runs.start({ agent: agentOf([]), threadId: 't', input: message('No') })).toMatchObject({
      error: { code: 'thread_busy' },
    });
    slow.finish('Done');
    await side.ended;
    expect(active(desk)).toEqual(['Go', 'One', 'Beside', '', 'Done', 'After']);
  });

  it('is taken from the run that had it, also by one that began before it', async () => {
    const desk = createDesk();
    const end = await answered(desk, 'One');
    const slow = slowTool();
    const side = start(desk, { agent: slow.agent, input: message('Beside'), at: { parentId: end, activate: false } });
    await slow.started;
    const main = start(desk, { agent: agentOf(hanging('Hm')), input: message('More') });
    good(desk.runs.activate('t', runTip(desk.store.read, side.runId) ?? ''));
    expect(desk.runs.working().map((run) => [run.id, run.side])).toEqual([
      [side.runId, false],
      [main.runId, true],
    ]);
    slow.finish('Done');
    await side.ended;
    // The one that goes on beside it keeps nobody from writing here.
    await answered(desk, 'Two', { input: message('And now?') });
  });

  it('is the newest through an entry, whichever was active there before', async () => {
    const desk = createDesk();
    const end = await answered(desk, 'One');
    await answered(desk, 'Old', { input: message('First') });
    const at = { parentId: end, activate: false };
    const newest = await answered(desk, 'New', { input: message('Second'), at });
    expect(good(desk.runs.activate('t', end))).toBe(newest);
    expect(desk.runs.activate('t', 'nowhere')).toMatchObject({ error: { code: 'entry_not_found' } });
    expect(headOf(desk.store.read, 't')).toBe(newest);
  });
});

it('shows a model no more than the newest messages before the run, but all of the run itself', async () => {
  const desk = createDesk();
  await answered(desk, 'One');
  await answered(desk, 'Two', { input: message('More') });
  const steps = [{ calls: [{ name: 'unknown', arguments: {} }] }, { text: 'Three' }];
  const { model, seen } = listening(steps);
  await start(desk, { agent: agentOf(model), input: message('Now'), historyLimit: 1 }).ended;
  expect(seen.map((messages) => messages.map(textOf))).toEqual([
    ['Two', 'Now'],
    ['Two', 'Now', '', expect.any(String)],
  ]);
  // What was sent can be told from the entries.
  const asked = entriesOf(desk).findLast(({ kind }) => kind === 'user_message')?.id ?? '';
  expect(good(contextOf(desk.store.read, { threadId: 't', entryId: asked })).sent?.matches).toBe(true);
});
