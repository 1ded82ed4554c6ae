import { expect, test } from 'vitest';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import { eventsOf } from './timeline-events.ts';

const COUNTED = { tokens: 100, estimated: false };

function entry(id: string, runId: string | undefined, rest: object = {}): PathEntry {
  const body = { kind: 'user_message', text: id, origin: 'person', ...rest };
  return { id, threadId: 't', seq: 1, at: 7, v: 1, runId, parentId: null, ...body } as PathEntry;
}

test('branches that part, handoffs and what people changed are moments of their run', () => {
  const entries = [
    entry('message', 'r'),
    entry('changed', 'r', { kind: 'intervention', from: 'x', message: true, withoutTools: ['search'] }),
    entry('handed', 'r', { kind: 'handoff', from: 'A', agent: { name: 'B' } }),
    entry('cut', undefined, { kind: 'compaction', before: { tokens: 9000, estimated: true }, after: COUNTED }),
    entry('own cut', 'r', { kind: 'compaction', before: COUNTED, after: COUNTED }),
    entry('other', 'another run', { kind: 'handoff', from: 'B', agent: { name: 'C' } }),
  ];
  const siblings = { message: { position: 2, total: 3 }, other: { position: 1, total: 2 } };
  expect(eventsOf({ entries, siblings }, 'r')).toEqual([
    { entryId: 'message', at: 7, kind: 'branch', text: 'Branch 2 of 3 begins' },
    { entryId: 'changed', at: 7, kind: 'intervention', text: 'A person changed the message, without search' },
    { entryId: 'handed', at: 7, kind: 'handoff', text: 'Handed over to B' },
    { entryId: 'cut', at: 7, kind: 'compaction', text: 'Compacted by hand afterwards, ~9k → 100 tokens' },
  ]);
});
