import { expect, test } from 'vitest';
import type { Entry, NoteBody } from '../../shared/thread/entry.ts';
import { buildFamily } from '../threads/testing/family.ts';
import { testStores } from '../threads/testing/store.ts';
import { noticeOf, tellNotices } from './notices.ts';

function note(body: NoteBody): Entry {
  return { id: 'note', threadId: 't', seq: 1, at: 0, runId: 'r', v: 1, targetId: 'answer', ...body };
}

const lastWords = (entryId: string): string => (entryId === 'answer' ? 'All done.\nMore' : '');
const plan = () => undefined;
function approval(call: string): object {
  return { kind: 'approval', threadId: 't', entryId: 'answer', text: `Approval needed: ${call}` };
}
const asked = { kind: 'approval_asked', callId: 'c', toolName: 'run_command' } as const;

test.each<[string, NoteBody, object | undefined]>([
  [
    'an approval, with what it is for',
    { ...asked, arguments: '{"command":"npm test\\nexit"}' },
    {
      ...approval('run_command npm test'),
      asks: { runId: 'r', callId: 'c', whole: false },
    },
  ],
  [
    'an approval that says all of what would run',
    { ...asked, arguments: '{"command":"npm test"}' },
    { ...approval('run_command npm test'), asks: { runId: 'r', callId: 'c', whole: true } },
  ],
  [
    'an approval of an edit, of which only the file is named',
    { ...asked, toolName: 'write_file', arguments: '{"path":"a.ts","content":"x"}' },
    { ...approval('write_file a.ts'), asks: { runId: 'r', callId: 'c', whole: false } },
  ],
  [
    'an approval without the keys in it',
    { ...asked, arguments: '{"command":"login --token abcdef123"}' },
    { ...approval('run_command login --token •••'), asks: { runId: 'r', callId: 'c', whole: false } },
  ],
  ['no approval that answers itself at once', { ...asked, arguments: '{}', approvesAt: 5 }, undefined],
  [
    'an approval that answers itself in a while',
    { ...asked, arguments: '{}', rejectsAt: 600_000 },
    { ...approval('run_command {}'), asks: { runId: 'r', callId: 'c', whole: true } },
  ],
  [
    'an approval of a call whose arguments are no JSON',
    { ...asked, arguments: '{' },
    { ...approval('run_command {'), asks: { runId: 'r', callId: 'c', whole: true } },
  ],
  [
    'a failure',
    { kind: 'run_finished', status: 'failed', error: { code: 'x', message: 'No key' } },
    { kind: 'failed', threadId: 't', entryId: 'note', text: 'Failed: No key' },
  ],
  [
    'a limit',
    { kind: 'run_finished', status: 'limit' },
    { kind: 'failed', threadId: 't', entryId: 'note', text: 'Ended at its limit' },
  ],
  [
    'the end, with the first of the last words',
    { kind: 'run_finished', status: 'finished' },
    { kind: 'finished', threadId: 't', entryId: 'answer', text: 'Finished: All done.' },
  ],
  ['no stop', { kind: 'run_finished', status: 'stopped' }, undefined],
  ['no other note', { kind: 'run_paused' }, undefined],
])('tells of %s', (_name, body, notice) => {
  expect(noticeOf(note(body), { lastWords, plan })).toEqual(notice);
});

test('an end tells what the run left open', () => {
  const open = { key: 'a', content: 'a', status: 'pending' } as const;
  const left = () => ({ phases: [{ items: [open, { ...open, key: 'b', status: 'completed' as const }] }] });
  const end = noticeOf(note({ kind: 'run_finished', status: 'finished' }), { lastWords, plan: left });
  expect(end?.text).toBe('Finished, 1 open: All done.');
});

test('of sub-agents only what they ask is told, under the title of what a person started', () => {
  const stores = testStores();
  buildFamily(stores.home.write, { levels: 2 });
  const stamp = { id: 'note', threadId: 'level2', seq: 1, at: 0, runId: 'r', v: 1, targetId: 'level2-a' };
  const of = (body: NoteBody): Entry => ({ ...stamp, ...body });
  const told: object[] = [];
  const entries = [of({ ...asked, arguments: '{}' }), of({ kind: 'run_finished', status: 'failed' })];
  tellNotices(stores, entries, (notice) => told.push(notice));
  expect(told).toMatchObject([{ kind: 'approval', threadId: 'level2', entryId: 'level2-a', title: 'Title of level0' }]);
  stores.close();
});
