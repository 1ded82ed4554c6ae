import { expect, test } from 'vitest';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import { eventsOf } from './timeline-events.ts';

function entry(id: string, runId: string, rest: object = {}): PathEntry {
  const body = { kind: 'user_message', text: id, origin: 'person', ...rest };
  return { id, threadId: 't', seq: 1, at: 7, v: 1, runId, parentId: null, ...body } as PathEntry;
}

test('branches that part, handoffs and what people changed are moments of their run', () => {
  const entries = [
    entry('message', 'r'),
    entry('changed', 'r', { kind: 'intervention', from: 'x', message: true, withoutTools: ['search'] }),
    entry('handed', 'r', { kind: 'handoff', from: 'A', agent: { name: 'B' } }),
    entry('other', 'another run', { kind: 'handoff', from: 'B', agent: { name: 'C' } }),
  ];
  const siblings = { message: { position: 2, total: 3 }, other: { position: 1, total: 2 } };
  expect(eventsOf({ entries, siblings }, 'r')).toEqual([
    { entryId: 'message', at: 7, kind: 'branch', text: 'Branch 2 of 3 begins' },
    { entryId: 'changed', at: 7, kind: 'intervention', text: 'A person changed the message, without search' },
    { entryId: 'handed', at: 7, kind: 'handoff', text: 'Handed over to B' },
  ]);
});
