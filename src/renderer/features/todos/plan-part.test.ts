import { expect, test } from 'vitest';
import { NO_USAGE } from '../../../shared/run/usage.ts';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import { planPart } from './plan-part.ts';

function said(seq: number): PathEntry {
  const stamp = { id: `e${seq}`, threadId: 't', seq, at: seq, v: 1, parentId: seq === 1 ? null : `e${seq - 1}` };
  return { ...stamp, kind: 'user_message', text: 'Go', origin: 'person' };
}

function windowOf(entries: readonly PathEntry[]): ThreadWindow {
  const headId = entries.at(-1)?.id ?? null;
  const known = { threadId: 't', seq: entries.length, headId, entries, notes: [], siblings: {}, live: [], spans: [] };
  const planHistory = [{ entryId: 'e1', at: 1, plan: { phases: [] } }];
  return { ...known, hasEarlier: false, planHistory, hasEarlierPlans: false };
}

test('what a run says and does besides its plan changes nothing in the panel', () => {
  const summary: ThreadSummary = {
    id: 't',
    title: 'Thread',
    createdAt: 1,
    updatedAt: 1,
    pinned: false,
    archived: false,
    status: 'running',
    runId: 'r',
    usage: NO_USAGE,
  };
  const before = planPart({ summary, window: windowOf([said(1)]) });
  const after = planPart({ summary: { ...summary, updatedAt: 3 }, window: windowOf([said(1), said(2), said(3)]) });
  expect(after).toEqual(before);
});
