import { expect, it } from 'vitest';
import type { NoteEntry, PathEntry } from '../../shared/thread/entry.ts';
import { idleRun } from '../../shared/run/live.ts';
import { activeRunId } from './active-run.ts';

function message(seq: number, runId: string): PathEntry {
  const stamp = { id: `e${seq}`, threadId: 't', seq, at: seq, runId, v: 1 };
  return { ...stamp, parentId: null, kind: 'user_message', text: 'Go', origin: 'person' };
}

function finished(seq: number, runId: string): NoteEntry {
  const stamp = { id: `e${seq}`, threadId: 't', seq, at: seq, runId, v: 1 };
  return { ...stamp, targetId: 'e1', kind: 'run_finished', status: 'finished' };
}

it('is the live run that has not ended', () => {
  const live = [idleRun('a', 1), idleRun('b', 1)];
  expect(activeRunId({ live, notes: [finished(2, 'b')], entries: [message(1, 'b')] })).toBe('a');
});

it('is that of the newest entry while nothing is live yet, unless it has ended', () => {
  expect(activeRunId({ live: [], notes: [finished(2, 'a')], entries: [message(3, 'b')] })).toBe('b');
  expect(activeRunId({ live: [], notes: [finished(2, 'a')], entries: [message(1, 'a')] })).toBeUndefined();
  expect(activeRunId({ live: [], notes: [], entries: [] })).toBeUndefined();
});
