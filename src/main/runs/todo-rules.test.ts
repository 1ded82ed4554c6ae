import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../shared/lib/result.ts';
import type { Message } from '../../shared/thread/message.ts';
import type { PathBody } from '../../shared/thread/entry.ts';
import type { TodoItem, TodoStatus } from '../../shared/todos/todo-item.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import { forkThread } from '../histories/fork-thread.ts';
import { importDeps } from '../histories/testing/history.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { appendEntries } from '../threads/append.ts';
import { threadMetadata } from '../threads/metadata.ts';
import { runTip } from '../threads/runs.ts';
import { good } from '../threads/testing/store.ts';
import { headOf } from '../threads/thread-rows.ts';
import type { RunRequest } from './runs.ts';
import { agentOf, closeDesks, createDesk, entriesOf, message, type Desk } from './testing/desk.ts';

// Where the list of `write_todos` lives: what the model reads next, in every place that a run can go on from.

afterEach(closeDesks);

const list = (status: TodoStatus): readonly TodoItem[] => [{ id: 'a', content: 'A', status }];
const OPEN = list('in_progress');
const DONE = list('completed');
const READ_BACK = {
  in_progress: 'Todo list (0 of 1 completed):\n[>] a: A',
  completed: 'Todo list (1 of 1 completed):\n[x] a: A',
};

const write = (todos: readonly TodoItem[]): ScriptedStep => ({
  calls: [{ name: 'write_todos', arguments: { todos } }],
});

type Ran = {
  readonly seen: readonly (readonly string[])[];
  readonly tip: string;
  readonly todos?: readonly TodoItem[];
};

/** An agent that plays these steps from here on, and what its model was sent. */
function player(steps: readonly ScriptedStep[]): {
  readonly agent: ResolvedAgent;
  readonly sent: (readonly Message[])[];
} {
  const sent: (readonly Message[])[] = [];
  let next = 0;
  const agent = agentOf({
    id: 'scripted/test',
    stream(request, signal) {
      sent.push(request.messages);
      const step = steps[next] ?? { text: 'Over' };
      next += 1;
      const fresh = { ...request, messages: [] };
      return scriptedModel({ id: 'scripted/test', scenario: { steps: [step] } }).stream(fresh, signal);
    },
  });
  return { agent, sent };
}

async function ran(
  desk: Desk,
  steps: readonly ScriptedStep[],
  { threadId = 't', input = message('Go'), ...request }: Partial<RunRequest> = {},
): Promise<Ran> {
  const { agent, sent } = player(steps);
  const { runId, ended } = good(desk.runs.start({ agent, threadId, input, ...request }));
  const { status, todos } = await ended;
  expect(status).toBe('finished');
  return { seen: sent.map((messages) => messages.map(line)), tip: runTip(desk.store.read, runId) ?? '', todos };
}

/** A message in a line: all that it says, ids of entries left out. */
function line(one: Message): string {
  if (one.role === 'user') return `${one.developer === true ? 'developer' : 'user'}: ${one.content}`;
  if (one.role === 'tool') return `${one.toolName}${isOurs(one.toolCallId)}: ${one.content}`;
  const calls = one.toolCalls.map(({ id, name, arguments: text }) => `${name}${isOurs(id)}(${text})`);
  return ['assistant:', one.text, ...calls].filter((part) => part !== '').join(' ');
}

function isOurs(callId: string): string {
  return callId.startsWith('cogitator_todos_') ? '*' : '';
}

const call = (todos: readonly TodoItem[], ours = ''): string => `write_todos${ours}(${JSON.stringify({ todos })})`;
const pair = (todos: readonly TodoItem[], ours = ''): readonly string[] => [
  `assistant: ${call(todos, ours)}`,
  `write_todos${ours}: ${READ_BACK[todos[0]?.status === 'completed' ? 'completed' : 'in_progress']}`,
];

function put(desk: Desk, body: PathBody): void {
  const drafts = [{ id: desk.deps.newId(), body }];
  good(
    appendEntries(desk.store.write, {
      threadId: 't',
      at: 0,
      tip: headOf(desk.store.read, 't') ?? null,
      drafts,
      head: 'take',
    }),
  );
}

const kept = (desk: Desk, threadId = 't'): unknown => threadMetadata(desk.store.read, threadId).todos;

/** A thread of two turns, each of which wrote the list. */
async function twoTurns(desk: Desk): Promise<{ readonly first: Ran; readonly second: Ran }> {
  const first = await ran(desk, [write(OPEN), { text: 'Half' }]);
  const second = await ran(desk, [write(DONE), { text: 'All' }], { input: message('More') });
  return { first, second };
}

const FIRST_TURN = ['user: Go', ...pair(OPEN), 'assistant: Half'];

describe('the list of a run', () => {
  it('of a saved thread is that of its messages', async () => {
    const desk = createDesk();
    await twoTurns(desk);
    const { seen, todos } = await ran(desk, [{ text: 'Ok' }], { input: message('And?') });
    expect(seen).toEqual([[...FIRST_TURN, 'user: More', ...pair(DONE), 'assistant: All', 'user: And?']]);
    expect(todos).toEqual(DONE);
  });

  it('comes from the metadata, right after the input, where the history limit cuts the calls off', async () => {
    const desk = createDesk();
    const { second } = await twoTurns(desk);
    const { seen, todos } = await ran(desk, [{ text: 'Ok' }], { input: message('And?'), historyLimit: 1 });
    expect(seen).toEqual([['assistant: All', 'user: And?', ...pair(DONE, '*')]]);
    expect(todos).toEqual(DONE);
    expect(kept(desk)).toEqual({ items: DONE, entryId: resultBefore(desk, second.tip) });
  });

  it('is left to the messages where the history limit leaves the call', async () => {
    const desk = createDesk();
    await twoTurns(desk);
    const { seen } = await ran(desk, [{ text: 'Ok' }], { input: message('And?'), historyLimit: 3 });
    expect(seen).toEqual([[...pair(DONE), 'assistant: All', 'user: And?']]);
  });

  it('is that of the point from which an answer is made again', async () => {
    const desk = createDesk();
    const { first } = await twoTurns(desk);
    const more = entriesOf(desk).findLast(({ kind }) => kind === 'user_message')?.id ?? '';
    const at = { parentId: more, activate: true };
    const { seen, todos } = await ran(desk, [{ text: 'Ok' }], { input: { type: 'again' }, at });
    expect(seen).toEqual([[...FIRST_TURN, 'user: More']]);
    expect(todos).toEqual(OPEN);
    expect(first.todos).toEqual(OPEN);
  });

  it('is that of the point from which a message is edited, also where a later turn of another branch wrote one', async () => {
    const desk = createDesk();
    const { first } = await twoTurns(desk);
    const edited = await ran(desk, [{ text: 'Ok' }], {
      input: message('Less'),
      at: { parentId: first.tip, activate: true },
    });
    expect(edited.seen).toEqual([[...FIRST_TURN, 'user: Less']]);
    const anew = await ran(desk, [{ text: 'Ok' }], { input: message('Anew'), at: { parentId: null, activate: true } });
    expect(anew.seen).toEqual([['user: Anew']]);
    expect(anew.todos).toBeUndefined();
  });

  it('is written by a side run for itself alone', async () => {
    const desk = createDesk();
    const { second } = await twoTurns(desk);
    const copy = kept(desk);
    const side = await ran(desk, [write(OPEN), { text: 'Ok' }], {
      input: message('Beside'),
      at: { parentId: second.tip, activate: false },
    });
    expect(side.todos).toEqual(OPEN);
    expect(kept(desk)).toEqual(copy);
    const { seen } = await ran(desk, [{ text: 'Ok' }], { input: message('And?') });
    expect(seen).toEqual([[...FIRST_TURN, 'user: More', ...pair(DONE), 'assistant: All', 'user: And?']]);
  });

  it('goes on from a checkpoint, which is an entry', async () => {
    const desk = createDesk();
    const { second } = await twoTurns(desk);
    const at = { parentId: resultBefore(desk, second.tip), activate: true };
    const { seen, todos } = await ran(desk, [{ text: 'Ok' }], { input: { type: 'again' }, at });
    expect(seen).toEqual([[...FIRST_TURN, 'user: More', ...pair(DONE)]]);
    expect(todos).toEqual(DONE);
  });

  it('goes along with a fork, and from there on is its own', async () => {
    const desk = createDesk();
    const { first } = await twoTurns(desk);
    const { read, write: db } = desk.store;
    const threadId = good(await forkThread(importDeps(db, 'fork'), 't', first.tip));
    const { seen, todos } = await ran(desk, [write(DONE), { text: 'Ok' }], { threadId, input: message('There') });
    expect(seen[0]).toEqual([...FIRST_TURN, 'user: There']);
    expect(todos).toEqual(DONE);
    expect(kept(desk, threadId)).toMatchObject({ items: DONE });
    expect(headOf(read, 't')).not.toBe(headOf(read, threadId));
  });

  it('is never cleared with the outputs of other tools', async () => {
    const desk = createDesk();
    await twoTurns(desk);
    const count = { tokens: 1, estimated: true };
    const untilId = headOf(desk.store.read, 't') ?? '';
    put(desk, { kind: 'outputs_cleared', trigger: 'person', untilId, before: count, after: count });
    const { seen } = await ran(desk, [{ text: 'Ok' }], { input: message('And?') });
    expect(seen).toEqual([[...FIRST_TURN, 'user: More', ...pair(DONE), 'assistant: All', 'user: And?']]);
  });

  it('comes back as one pair after any number of compactions, and feeds the result', async () => {
    const desk = createDesk();
    await twoTurns(desk);
    const count = { tokens: 1, estimated: true };
    const compaction = { kind: 'compaction', trigger: 'person', model: 'm', firstKeptId: null, durationMs: 0 } as const;
    put(desk, { ...compaction, summary: 'First.', before: count, after: count });
    const first = await ran(desk, [{ text: 'Ok' }], { input: message('And?') });
    put(desk, { ...compaction, summary: 'Second.', before: count, after: count });
    const second = await ran(desk, [write(OPEN), { text: 'Ok' }], { input: message('So?') });
    const summary = (words: string): string =>
      `developer: What came before is no longer shown. This is its summary:\n<summary>\n${words}\n</summary>`;
    expect(first.seen).toEqual([[summary('First.'), 'user: And?', ...pair(DONE, '*')]]);
    expect(second.seen).toEqual([
      [summary('Second.'), 'user: So?', ...pair(DONE, '*')],
      [summary('Second.'), 'user: So?', ...pair(DONE, '*'), ...pair(OPEN)],
    ]);
    expect([first.todos, second.todos]).toEqual([DONE, OPEN]);
  });

  it('that was put before the model again goes along with a fork, and counts where a run goes on from it', async () => {
    const desk = createDesk();
    await twoTurns(desk);
    await ran(desk, [{ text: 'Ok' }], { input: message('And?'), historyLimit: 1 });
    const restored = entriesOf(desk).find(({ kind }) => kind === 'todos_restored')?.id ?? '';
    const at = { parentId: restored, activate: true };
    const limited = { input: { type: 'again' }, at, historyLimit: 3 } as const;
    const again = await ran(desk, [{ text: 'Ok' }], limited);
    expect(again.seen).toEqual([['user: And?', ...pair(DONE, '*')]]);
    expect(again.todos).toEqual(DONE);
    const threadId = good(await forkThread(importDeps(desk.store.write, 'fork'), 't', restored));
    const there = await ran(desk, [{ text: 'Ok' }], { threadId, input: { type: 'again' } });
    expect(there.seen[0]?.slice(-3)).toEqual(['user: And?', ...pair(DONE, '*')]);
  });

  it('is seen by the agent that a run hands over to', async () => {
    const desk = createDesk();
    const { agent, sent } = player([{ text: 'Mine' }]);
    const other = { ...agent, snapshot: { ...agent.snapshot, name: 'other' } };
    const first = player([write(OPEN), { calls: [{ name: 'transfer_to_other', arguments: {} }] }]);
    const from = { ...first.agent, snapshot: { ...first.agent.snapshot, handoffs: ['other'] } };
    const { ended } = good(
      desk.runs.start({
        agent: from,
        threadId: 't',
        input: message('Go'),
        findAgent: async () => ok(other),
      }),
    );
    expect((await ended).todos).toEqual(OPEN);
    expect(sent.map((messages) => messages.map(line))).toEqual([
      [
        'user: Go',
        ...pair(OPEN),
        'assistant: transfer_to_other({})',
        'transfer_to_other: Handed over to “other”. You are “other” now: go on from here.',
      ],
    ]);
  });

  it('does not count a call that failed, was refused or was never answered', async () => {
    const desk = createDesk();
    const wrong: ScriptedStep = { calls: [{ name: 'write_todos', arguments: { todos: [{ id: '' }] } }] };
    const { todos } = await ran(desk, [write(OPEN), wrong, { text: 'Oh' }]);
    expect(todos).toEqual(OPEN);
    expect(kept(desk)).toMatchObject({ items: OPEN });
  });
});

it('nor one that the end of the program cut off', async () => {
  const desk = createDesk();
  await ran(desk, [write(OPEN), { text: 'Half' }]);
  const call = { id: 'cut', name: 'write_todos', arguments: JSON.stringify({ todos: DONE }) };
  put(desk, { kind: 'user_message', text: 'More', origin: 'person' });
  const said = { kind: 'assistant_message', step: 1, model: 'm', text: '', reasoning: '', sentAt: 0 } as const;
  put(desk, { ...said, calls: [call], finish: 'tool_calls' });
  const { seen, todos } = await ran(desk, [{ text: 'Ok' }], { input: message('And?') });
  expect(seen[0]?.slice(-3)).toEqual([
    `assistant: write_todos(${call.arguments})`,
    'write_todos: interrupted: no result was recorded; the call may have taken effect',
    'user: And?',
  ]);
  expect(todos).toEqual(OPEN);
});

describe('the list of a thread that is not saved', () => {
  const unsaved = { saveHistory: false } as const;

  async function twoUnsavedTurns(desk: Desk): Promise<void> {
    await ran(desk, [write(OPEN), { text: 'Half' }], unsaved);
    await ran(desk, [write(DONE), { text: 'All' }], { input: message('More') });
  }

  it('is that of its messages, and is copied nowhere', async () => {
    const desk = createDesk();
    await twoUnsavedTurns(desk);
    const { seen, todos } = await ran(desk, [{ text: 'Ok' }], { input: message('And?') });
    expect(seen).toEqual([[...FIRST_TURN, 'user: More', ...pair(DONE), 'assistant: All', 'user: And?']]);
    expect(todos).toEqual(DONE);
    expect([kept(desk), threadMetadata(desk.deps.stores.unsaved.read, 't')]).toEqual([undefined, {}]);
  });

  it('does not come back where the history limit cuts the calls off, for there is no copy', async () => {
    const desk = createDesk();
    await twoUnsavedTurns(desk);
    const { seen, todos } = await ran(desk, [{ text: 'Ok' }], { input: message('And?'), historyLimit: 1 });
    expect(seen).toEqual([['assistant: All', 'user: And?']]);
    expect(todos).toBeUndefined();
  });

  it('comes back as one pair after a compaction', async () => {
    const desk = createDesk();
    await twoUnsavedTurns(desk);
    const { unsaved: store } = desk.deps.stores;
    const count = { tokens: 1, estimated: true };
    const summary = { kind: 'compaction', trigger: 'person', model: 'm', summary: 'All.', durationMs: 0 } as const;
    const drafts = [
      { id: 'c', body: { ...summary, firstKeptId: null, before: count, after: count } },
      { id: 'l', body: { kind: 'todos_restored', items: DONE } as const },
    ];
    const tip = headOf(store.read, 't') ?? '';
    good(appendEntries(store.write, { threadId: 't', at: 0, tip, drafts, head: 'follow' }));
    const { seen, todos } = await ran(desk, [write(OPEN), { text: 'Ok' }], { input: message('And?') });
    const words = 'What came before is no longer shown. This is its summary:\n<summary>\nAll.\n</summary>';
    const before = [`developer: ${words}`, ...pair(DONE, '*'), 'user: And?'];
    expect(seen).toEqual([before, [...before, ...pair(OPEN)]]);
    expect(todos).toEqual(OPEN);
  });
});

/** The result right before an entry. */
function resultBefore(desk: Desk, entryId: string): string {
  const entry = entriesOf(desk).find(({ id }) => id === entryId);
  return entry !== undefined && 'parentId' in entry ? (entry.parentId ?? '') : '';
}
