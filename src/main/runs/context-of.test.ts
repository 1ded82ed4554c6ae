import { afterEach, expect, test } from 'vitest';
import type { Model, ModelRequest } from '../agent/model.ts';
import { hashOf, requestText, type RequestBody } from '../agent/request-body.ts';
import { scriptedModel } from '../models/scripted.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { changeSettings } from '../settings/settings.ts';
import { connectionOf } from '../threads/database.ts';
import { purgeThreads } from '../threads/purge.ts';
import { countBlobs, sweepBlobs } from '../threads/blobs.ts';
import { hideThread } from '../threads/thread-rows.ts';
import { good } from '../threads/testing/store.ts';
import { contextOf } from './context-of.ts';
import { agentOf, closeDesks, createDesk, entriesOf, message, type Desk } from './testing/desk.ts';

afterEach(closeDesks);

const todos = [{ id: 'a', content: 'A', status: 'in_progress' }];
const STEPS: readonly ScriptedStep[] = [{ calls: [{ name: 'write_todos', arguments: { todos } }] }, { text: 'Done' }];

/** A model that keeps what it is sent. */
function listening(requests: ModelRequest[], inner: Model): Model {
  return {
    id: inner.id,
    stream(request, signal) {
      requests.push(request);
      return inner.stream(request, signal);
    },
  };
}

const bodyOf = ({ instructions, messages, tools }: ModelRequest): RequestBody => ({ instructions, messages, tools });

async function ran(desk: Desk, steps: readonly ScriptedStep[] = STEPS): Promise<readonly RequestBody[]> {
  const requests: ModelRequest[] = [];
  const model = listening(requests, scriptedModel({ id: 'scripted/test', scenario: { steps } }));
  await good(desk.runs.start({ agent: agentOf(model), threadId: 't', input: message('Go') })).ended;
  return requests.map(bodyOf);
}

test('gives the very request that was sent from each entry, and knows that it is the same', async () => {
  const desk = createDesk();
  const [first, second] = await ran(desk);
  const [asked, , , , , answered] = entriesOf(desk);
  if (first === undefined || second === undefined || asked === undefined || answered === undefined) throw new Error();
  const { read } = desk.store;
  expect(good(contextOf(read, { threadId: 't', entryId: asked.id }))).toEqual({
    model: 'scripted/test',
    ...first,
    sent: { hash: hashOf(requestText(first)), matches: true },
  });
  expect(good(contextOf(read, { threadId: 't', entryId: answered.id }))).toEqual({
    model: 'scripted/test',
    ...second,
    sent: { hash: hashOf(requestText(second)), matches: true },
  });
});

test('from the end of a branch it gives what would be sent', async () => {
  const desk = createDesk();
  await ran(desk);
  const last = entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message');
  const context = good(contextOf(desk.store.read, { threadId: 't', entryId: last?.id ?? '' }));
  expect(context.sent).toBeUndefined();
  expect(context.messages.at(-1)).toEqual({ role: 'assistant', text: 'Done', reasoning: '', toolCalls: [] });
});

test('says so when the entries no longer give what was sent', async () => {
  const desk = createDesk();
  await ran(desk);
  const [asked] = entriesOf(desk);
  connectionOf(desk.store.write).database.exec(
    `UPDATE entries SET body = replace(body, '"Go"', '"Gone"') WHERE kind = 'user_message'`,
  );
  const context = good(contextOf(desk.store.read, { threadId: 't', entryId: asked?.id ?? '' }));
  expect(context.sent?.matches).toBe(false);
});

test('keeps what was sent to the letter where the settings say so, until its thread is purged', async () => {
  const desk = createDesk();
  good(changeSettings(desk.store.write, { keepRequests: true }));
  const [first] = await ran(desk);
  const [asked] = entriesOf(desk);
  const context = good(contextOf(desk.store.read, { threadId: 't', entryId: asked?.id ?? '' }));
  expect(context.sent?.body).toEqual(first);
  expect(countBlobs(desk.store.read)).toBe(3);
  const later = 30 * 24 * 3_600_000;
  good(sweepBlobs(desk.store.write, later));
  expect(countBlobs(desk.store.read)).toBe(3);
  good(hideThread(desk.store.write, 't', 1000));
  while (good(purgeThreads(desk.store.write, 2000, 100)).more);
  good(sweepBlobs(desk.store.write, later));
  expect(countBlobs(desk.store.read)).toBe(0);
});

test('a request that failed without a word is kept with the end of its run', async () => {
  const desk = createDesk();
  const error = { code: 'model_auth', message: 'No', retryable: false };
  const broken: Model = {
    id: 'scripted/test',
    async *stream() {
      yield { type: 'failed', error };
    },
  };
  await good(desk.runs.start({ agent: agentOf(broken), threadId: 't', input: message('Go') })).ended;
  const [asked] = entriesOf(desk);
  expect(good(contextOf(desk.store.read, { threadId: 't', entryId: asked?.id ?? '' })).sent?.matches).toBe(true);
});

test('refuses an entry that is not there', () => {
  const desk = createDesk();
  expect(contextOf(desk.store.read, { threadId: 't', entryId: 'x' })).toMatchObject({
    error: { code: 'entry_not_found' },
  });
});
