import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PathEntry } from '../../shared/thread/entry.ts';
import { openCalls } from './open-calls.ts';
import { createWorld, told } from './testing/world.ts';
import { defineTool } from './tool.ts';

const echo = defineTool<{ text: string }>({
  name: 'echo',
  description: '',
  input: z.strictObject({ text: z.string() }),
  concurrency: 'parallel',
  execute: async ({ text }) => ({ content: text }),
});

const call = (id: string) => ({ id, name: 'echo', arguments: JSON.stringify({ text: id }) });

test('a run begins with the calls that wait at the end of its branch', async () => {
  const world = createWorld();
  const stamp = { threadId: 'thread', seq: 0, at: 0, v: 1 };
  world.entries.push({ ...stamp, id: 'm', parentId: null, kind: 'user_message', text: 'Go', origin: 'person' });
  world.entries.push({
    ...stamp,
    id: 'a',
    parentId: 'm',
    kind: 'assistant_message',
    step: 1,
    model: 'x',
    text: '',
    reasoning: '',
    calls: [call('one'), call('two')],
    finish: 'tool_calls',
    sentAt: 0,
  });
  world.entries.push({
    ...stamp,
    id: 'r',
    parentId: 'a',
    kind: 'tool_result',
    messageId: 'a',
    callId: 'one',
    toolName: 'echo',
    content: 'known',
    isError: false,
  });
  const ran = await world.run([{}, { text: 'Done.' }], { tools: [echo] });
  expect(ran.outcome).toEqual({ status: 'finished' });
  expect(told(world).slice(3)).toEqual(['tool_started two', 'result two two', 'assistant Done.', 'usage']);
  expect(world.requests).toHaveLength(1);
});

test('calls that a summary stands for wait no more', () => {
  const stamp = { threadId: 'thread', seq: 0, at: 0, v: 1 };
  const answer: PathEntry = {
    ...stamp,
    id: 'a',
    parentId: null,
    kind: 'assistant_message',
    step: 1,
    model: 'x',
    text: '',
    reasoning: '',
    calls: [call('one')],
    finish: 'tool_calls',
    sentAt: 0,
  };
  const tokens = { tokens: 1, estimated: true };
  const compaction: PathEntry = {
    ...stamp,
    id: 'c',
    parentId: 'a',
    kind: 'compaction',
    trigger: 'person',
    summary: 'So far.',
    model: 'x',
    firstKeptId: null,
    before: tokens,
    after: tokens,
    durationMs: 0,
  };
  expect(openCalls([answer, compaction])).toBeUndefined();
  expect(openCalls([answer, { ...compaction, firstKeptId: 'a' }])).toEqual({ messageId: 'a', calls: [call('one')] });
});
