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
