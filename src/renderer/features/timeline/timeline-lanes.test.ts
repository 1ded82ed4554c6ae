import { expect, test } from 'vitest';
import type { ChildLane } from '../../../shared/run/child-thread.ts';
import type { Span } from '../../../shared/run/timeline.ts';
import { withLanes } from './timeline-lanes.ts';

function span(id: string, startedAt: number): Span {
  return { id, runId: 'r', kind: 'tool', name: id, startedAt, endedAt: startedAt + 1, status: 'ok', entryId: id };
}

function lane(threadId: string, askedIn: string, callId: string, spans: readonly Span[]): ChildLane {
  const spawnedBy = { threadId: askedIn, runId: 'r', messageId: 'm', callId };
  return { threadId, spawnedBy, name: `Agent ${threadId}`, status: 'finished', spans, hasEarlier: false };
}

const LANES = [
  lane('writer', 'top', 'w', [span('late', 5), span('tool:m:deep', 3)]),
  lane('checker', 'writer', 'deep', [span('check', 4)]),
];
const ROWS = [span('plan', 1), span('tool:m:w', 2), span('tool:m:other', 9)];

function told(folded: readonly string[]): readonly string[] {
  return withLanes(ROWS, LANES, 'top', new Set(folded)).map(
    ({ span: { id }, threadId, depth, lane: below }) => `${depth} ${threadId} ${id}${below ? ` ${below.name}` : ''}`,
  );
}

test('what sub-agents did stands below the calls that asked them, at any depth', () => {
  expect(told([])).toEqual([
    '0 top plan',
    '0 top tool:m:w Agent writer',
    '1 writer tool:m:deep Agent checker',
    '2 checker check',
    '1 writer late',
    '0 top tool:m:other',
  ]);
});

test('a folded one is the call alone', () => {
  expect(told(['writer'])).toEqual(['0 top plan', '0 top tool:m:w Agent writer', '0 top tool:m:other']);
  expect(told(['checker'])).toHaveLength(5);
});

test('threads that claim to work for each other end', () => {
  const loop = [lane('a', 'top', 'w', [span('tool:m:w', 3)]), lane('top', 'a', 'w', [span('tool:m:w', 4)])];
  expect(withLanes(ROWS, loop, 'top', new Set())).toHaveLength(5);
});
