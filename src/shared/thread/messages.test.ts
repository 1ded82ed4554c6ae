import { expect, test } from 'vitest';
import type { PathBody, PathEntry } from './entry.ts';
import { messagesOf } from './messages.ts';

/** A branch of these bodies: `e1`, `e2`, … */
function branch(...bodies: readonly PathBody[]): readonly PathEntry[] {
  return bodies.map((body, index) => ({
    id: `e${index + 1}`,
    threadId: 't',
    seq: index + 1,
    at: 0,
    v: 1,
    parentId: index === 0 ? null : `e${index}`,
    ...body,
  }));
}

const user: PathBody = { kind: 'user_message', text: 'Go', origin: 'person' };
const answer = (text: string, ...ids: readonly string[]): PathBody => ({
  kind: 'assistant_message',
  step: 1,
  model: 'm',
  text,
  reasoning: 'hm',
  calls: ids.map((id) => ({ id, name: 'tool', arguments: '{}' })),
  finish: 'stop',
  sentAt: 0,
});
const result = (messageId: string, callId: string): PathBody => ({
  kind: 'tool_result',
  messageId,
  callId,
  toolName: 'tool',
  content: `${messageId}/${callId}`,
  isError: false,
});
const told = (toolCallId: string, content: string) => ({
  role: 'tool',
  toolCallId,
  toolName: 'tool',
  content,
  isError: false,
});
const said = (text: string, ...ids: readonly string[]) => ({
  role: 'assistant',
  text,
  reasoning: 'hm',
  toolCalls: ids.map((id) => ({ id, name: 'tool', arguments: '{}' })),
});
const go = { role: 'user', content: 'Go' };

test('results are put in the order of the calls', () => {
  const path = branch(user, answer('', 'a', 'b'), result('e2', 'b'), result('e2', 'a'), answer('Done'));
  expect(messagesOf(path)).toEqual([go, said('', 'a', 'b'), told('a', 'e2/a'), told('b', 'e2/b'), said('Done')]);
});

test('a call without a result reads as interrupted, wherever the branch goes on', () => {
  const missing = {
    ...told('b', 'interrupted: no result was recorded; the call may have taken effect'),
    isError: true,
  };
  const step = [go, said('', 'a', 'b'), told('a', 'e2/a'), missing];
  const start = [user, answer('', 'a', 'b'), result('e2', 'a')];
  expect(messagesOf(branch(...start))).toEqual(step);
  expect(messagesOf(branch(...start, user))).toEqual([...step, go]);
  expect(messagesOf(branch(...start, answer('So')))).toEqual([...step, said('So')]);
});

test('a result belongs to the message that made the call, though its id is used again', () => {
  const path = branch(user, answer('', 'x'), result('e2', 'x'), answer('', 'x'), result('e4', 'x'));
  expect(messagesOf(path)).toEqual([go, said('', 'x'), told('x', 'e2/x'), said('', 'x'), told('x', 'e4/x')]);
});

test('a result that answers no call of its step is left out', () => {
  expect(messagesOf(branch(user, answer('Hi'), result('e9', 'x')))).toEqual([go, said('Hi')]);
});

test('an answer cut before its first word is no message', () => {
  expect(messagesOf(branch(user, answer(''), user))).toEqual([go, go]);
});

const count = { tokens: 1, estimated: true };
const compacted = (firstKeptId: string | null, summary = 'So far.'): PathBody => ({
  kind: 'compaction',
  trigger: 'threshold',
  summary,
  model: 'm',
  firstKeptId,
  before: count,
  after: count,
  durationMs: 0,
});
const summaryOf = (summary: string) => ({
  role: 'user',
  content: `What came before is no longer shown. This is its summary:\n<summary>\n${summary}\n</summary>`,
  developer: true,
});
const developer = (text: string) => ({
  role: 'user',
  content: `<system-reminder>\n${text}\n</system-reminder>`,
  developer: true,
});

test('the newest compaction stands for what came before the first entry that it kept', () => {
  const start = [user, answer('One'), user, answer('Two')];
  expect(messagesOf(branch(...start, compacted('e3'), user))).toEqual([summaryOf('So far.'), go, said('Two'), go]);
  expect(messagesOf(branch(...start, compacted(null)))).toEqual([summaryOf('So far.')]);
  expect(messagesOf(branch(...start, compacted('e9')))).toEqual(messagesOf(branch(...start)));
});

test('a second compaction keeps what the first kept, where it says so, and leaves before it what the first hid', () => {
  const start = [user, answer('One'), user, answer('Two'), compacted('e3', 'First.'), user];
  expect(messagesOf(branch(...start, compacted('e3', 'Second.')))).toEqual([summaryOf('Second.'), go, said('Two'), go]);
  expect(messagesOf(branch(...start, compacted('e6', 'Second.')))).toEqual([summaryOf('Second.'), go]);
});

test('cleared results read as a short note; short ones, newer ones and todo lists stay', () => {
  const long = 'x'.repeat(200);
  const output = (messageId: string, toolName: string, content: string): PathBody => ({
    kind: 'tool_result',
    messageId,
    callId: 'a',
    toolName,
    content,
    isError: false,
  });
  const cleared: PathBody = {
    kind: 'outputs_cleared',
    trigger: 'threshold',
    untilId: 'e10',
    before: count,
    after: count,
  };
  const first = [user, answer('', 'a'), output('e2', 'tool', long), answer('', 'a'), output('e4', 'write_todos', long)];
  const phases = [answer('', 'a'), output('e6', 'todo', long)];
  const second = [
    answer('', 'a'),
    output('e8', 'tool', 'short'),
    answer('', 'a'),
    output('e10', 'tool', long),
    cleared,
  ];
  const path = branch(...first, ...phases, ...second);
  expect(messagesOf(path).flatMap((message) => (message.role === 'tool' ? [message.content] : []))).toEqual([
    '[This output of 200 characters is no longer shown. Call the tool again if you need it.]',
    long,
    long,
    'short',
    long,
  ]);
});

test('of the lists that are put before the model the newest alone is there, with the words of every edit', () => {
  const item = { id: 'a', content: 'One', status: 'completed' } as const;
  const edit: PathBody = { kind: 'user_todo_edit', action: 'The person completed “One”.', items: [item] };
  const restored: PathBody = { kind: 'todos_restored', items: [{ ...item, status: 'pending' }] };
  const words = developer('The person completed “One”.\nThe list as it is now is the newest one above.');
  const pair = [
    {
      role: 'assistant',
      text: '',
      reasoning: '',
      toolCalls: [
        {
          id: 'cogitator_todos_e4',
          name: 'write_todos',
          arguments: '{"todos":[{"id":"a","content":"One","status":"completed"}]}',
        },
      ],
    },
    {
      role: 'tool',
      toolCallId: 'cogitator_todos_e4',
      toolName: 'write_todos',
      content: 'Todo list (1 of 1 completed):\n[x] a: One',
      isError: false,
    },
  ];
  expect(messagesOf(branch(user, restored, edit, edit))).toEqual([go, words, ...pair, words]);
});

test('an edit of a plan in phases reads behind its step, with the plan as that leaves it', () => {
  const phases = (...contents: readonly string[]) => [
    { name: 'P', tasks: contents.map((content) => ({ content, status: 'pending' as const })) },
  ];
  const edit: PathBody = { kind: 'user_todo_edit', action: 'The person added “b” to “P”.', phases: phases('a', 'b') };
  const details = { kind: 'phases', op: 'append', phases: phases('a', 'b', 'c'), storage: 'session' } as const;
  const result = { messageId: 'e2', callId: 'a', toolName: 'todo', content: 'ok', isError: false } as const;
  const path = branch(user, answer('', 'a'), edit, { kind: 'tool_result', ...result, details });
  expect(messagesOf(path).at(-1)).toEqual(
    developer('The person added “b” to “P”.\nThe list is now:\n\n# P\n- [ ] a\n- [ ] b\n- [ ] c'),
  );
});

test('of several edits that are read together each says what was done, and the last shows the list', () => {
  const phases = (...contents: readonly string[]) => [
    { name: 'P', tasks: contents.map((content) => ({ content, status: 'pending' as const })) },
  ];
  const added = (...contents: readonly string[]): PathBody => ({
    kind: 'user_todo_edit',
    action: `The person added “${contents.at(-1)}” to “P”.`,
    phases: phases(...contents),
  });
  const path = branch(user, answer('One'), added('a'), added('a', 'b'), user, answer('Two'), added('a', 'b', 'c'));
  expect(messagesOf(path)).toEqual([
    go,
    said('One'),
    developer('The person added “a” to “P”.'),
    developer('The person added “b” to “P”.\nThe list is now:\n\n# P\n- [ ] a\n- [ ] b'),
    go,
    said('Two'),
    developer('The person added “c” to “P”.\nThe list is now:\n\n# P\n- [ ] a\n- [ ] b\n- [ ] c'),
  ]);
});

test('a list that is put before the model never comes between a call and its results', () => {
  const restored: PathBody = { kind: 'todos_restored', items: [{ id: 'a', content: 'A', status: 'pending' }] };
  const path = branch(user, answer('', 'a', 'b'), result('e2', 'a'), restored, result('e2', 'b'), answer('Done'));
  const shapes = messagesOf(path).map((message) => {
    if (message.role === 'tool') return message.toolCallId;
    return message.role === 'user' ? 'user' : message.toolCalls.map(({ id }) => `+${id}`).join('');
  });
  expect(shapes).toEqual(['user', '+a+b', 'a', 'b', '+cogitator_todos_e4', 'cogitator_todos_e4', '']);
});

test('what the program says to the model never comes between a call and its results', () => {
  const reminder: PathBody = { kind: 'reminder', about: 'todos_open', text: 'Two are open.' };
  const changed: PathBody = { kind: 'intervention', from: 'e1', context: 'It is Monday.' };
  const path = branch(user, answer('', 'a', 'b'), result('e2', 'a'), reminder, changed, result('e2', 'b'));
  expect(messagesOf(path)).toEqual([
    go,
    said('', 'a', 'b'),
    told('a', 'e2/a'),
    told('b', 'e2/b'),
    developer('Two are open.'),
    developer('It is Monday.'),
  ]);
});
