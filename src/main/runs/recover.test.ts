import { PLAIN_AGENT } from '../../shared/run/agent.ts';
import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../shared/run/run-record.ts';
import { NO_USAGE } from '../../shared/run/usage.ts';
import type { NoteEntry, PathEntry } from '../../shared/thread/entry.ts';
import { recoveryDrafts } from './recover.ts';

const run: RunRecord = {
  id: 'run',
  threadId: 'thread',
  agent: {
    ...PLAIN_AGENT,
    name: 'a',
    model: 'm',
    instructions: '',
    tools: [],
    todos: false,
    limits: { steps: 9 },
    overrides: {},
  },
  status: 'running',
  startedAt: 0,
  steps: 1,
  usage: NO_USAGE,
  asking: [],
};
const stamp = { threadId: 'thread', at: 0, runId: 'run', v: 1 };
const user: PathEntry = {
  ...stamp,
  id: 'u',
  seq: 1,
  parentId: null,
  kind: 'user_message',
  text: 'Go',
  origin: 'person',
};
const answer: PathEntry = {
  ...stamp,
  id: 'a',
  seq: 2,
  parentId: 'u',
  kind: 'assistant_message',
  step: 1,
  model: 'm',
  text: '',
  reasoning: '',
  calls: ['done', 'begun', 'not begun'].map((id) => ({ id, name: 'tool', arguments: '{}' })),
  finish: 'tool_calls',
  sentAt: 0,
};
const result: PathEntry = {
  ...stamp,
  id: 'r',
  seq: 5,
  parentId: 'a',
  kind: 'tool_result',
  messageId: 'a',
  callId: 'done',
  toolName: 'tool',
  content: 'ok',
  isError: false,
};
const began = (callId: string, seq: number): NoteEntry => ({
  ...stamp,
  id: `s-${callId}`,
  seq,
  targetId: 'a',
  kind: 'tool_started',
  callId,
  toolName: 'tool',
});
const ids = (): (() => string) => {
  let last = 0;
  return () => `n${(last += 1)}`;
};
const ended = { kind: 'run_finished', status: 'interrupted' };

test('open calls are answered by what is known of them', () => {
  const notes = [began('done', 3), began('begun', 4)];
  const call = { kind: 'tool_result', messageId: 'a', toolName: 'tool', isError: true };
  expect(recoveryDrafts({ run, path: [user, answer, result], notes }, ids())).toEqual([
    { id: 'n1', body: { ...call, callId: 'begun', content: 'interrupted: may have taken effect' } },
    { id: 'n2', body: { ...call, callId: 'not begun', content: 'interrupted: this call had not begun' } },
    { id: 'n3', targetId: 'n2', body: ended },
  ]);
});

test('what waited for an approval is withdrawn', () => {
  const waiting: RunRecord = { ...run, status: 'waiting', asking: ['begun'] };
  const drafts = recoveryDrafts({ run: waiting, path: [user, answer], notes: [] }, ids());
  expect(drafts[0]).toEqual({
    id: 'n1',
    targetId: 'a',
    body: { kind: 'approval_decided', callId: 'begun', decision: 'withdrawn', by: 'run' },
  });
});

test('the text of the last checkpoint becomes a partial answer', () => {
  const checkpoint = { step: 1, model: 'm', text: 'Half', reasoning: 'hm', sentAt: 1, firstTokenAt: 2 };
  expect(recoveryDrafts({ run, path: [user], notes: [], checkpoint }, ids())).toEqual([
    {
      id: 'n1',
      body: { kind: 'assistant_message', ...checkpoint, calls: [], finish: 'other', partial: 'interrupted' },
    },
    { id: 'n2', targetId: 'n1', body: ended },
  ]);
});

test('a call that was declined reads what the person said', () => {
  const decided: NoteEntry = {
    ...stamp,
    id: 'd',
    seq: 3,
    targetId: 'a',
    kind: 'approval_decided',
    callId: 'not begun',
    decision: 'rejected',
    by: 'person',
    reason: 'Ask first',
  };
  const drafts = recoveryDrafts({ run, path: [user, answer, result], notes: [began('begun', 4), decided] }, ids());
  expect(drafts.flatMap(({ body }) => (body.kind === 'tool_result' ? [body.content] : []))).toEqual([
    'interrupted: may have taken effect',
    'The person declined this call; it was not run. They said: Ask first',
  ]);
});

describe('calls of an answer of an earlier run', () => {
  const before: PathEntry = { ...answer, runId: 'before' };

  test('are answered by the run that began with them, as far as it had come itself', () => {
    const notes = [began('done', 3), { ...began('begun', 4), runId: 'before' }];
    const drafts = recoveryDrafts({ run, path: [user, before], notes }, ids());
    expect(drafts.map(({ body }) => (body.kind === 'tool_result' ? [body.messageId, body.content] : body))).toEqual([
      ['a', 'interrupted: may have taken effect'],
      ['a', 'interrupted: this call had not begun'],
      ['a', 'interrupted: this call had not begun'],
      ended,
    ]);
  });

  test('are not touched where the run has a message of its own', () => {
    const path = [user, before, { ...user, id: 'u2', parentId: 'a' }];
    expect(recoveryDrafts({ run, path, notes: [] }, ids())).toEqual([{ id: 'n1', targetId: 'u2', body: ended }]);
  });
});

test('what a call changed that was cut off is not known', () => {
  const agent = { ...run.agent, workspace: '/w' };
  const calls = ['write_file', 'run_command', 'read_file'].map((name) => ({ id: name, name, arguments: '{}' }));
  const path = [user, { ...answer, calls } as PathEntry];
  const notes = calls.map(({ id }, index) => began(id, 3 + index));
  const changed = recoveryDrafts({ run: { ...run, agent }, path, notes }, ids()).flatMap(({ body }) =>
    body.kind === 'files_changed' ? [body] : [],
  );
  const common = { kind: 'files_changed', root: '/w', files: [], unknown: 'interrupted' };
  expect(changed).toEqual([
    { ...common, by: 'tool', callId: 'write_file' },
    { ...common, by: 'command', callId: 'run_command' },
  ]);
});
