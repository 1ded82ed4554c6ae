import { expect, test } from 'vitest';
import type { Span } from '../../../shared/run/timeline.ts';
import { spanName } from './span-words.ts';

const span: Span = {
  id: 's',
  runId: 'r',
  kind: 'tool',
  name: 'run_command',
  startedAt: 1000,
  endedAt: 2200,
  status: 'ok',
  entryId: 'e',
};

test('a row is told with its kind, its time and how it stands', () => {
  expect(spanName(span, 0)).toBe('run_command, 1.2 s, ok');
  expect(spanName({ ...span, endedAt: undefined, status: 'active' }, 4000)).toBe('run_command, 3.0 s, running');
  expect(spanName({ ...span, kind: 'model', name: 'local/qwen', firstTokenAt: 1400 }, 0)).toBe(
    'Model call, local/qwen, first token after 400 ms, 1.2 s, ok',
  );
  expect(spanName({ ...span, kind: 'approval', status: 'error' }, 0)).toBe('Approval, run_command, 1.2 s, failed');
  const name = '7.9k → ~4.2k tokens, local/qwen';
  expect(spanName({ ...span, kind: 'compaction', name }, 0)).toBe(`Compaction, ${name}, 1.2 s`);
  expect(spanName({ ...span, kind: 'clearing', name: '9k → ~5k tokens', endedAt: 1000 }, 0)).toBe(
    'Outputs cleared, 9k → ~5k tokens, 0 ms',
  );
  expect(spanName({ ...span, kind: 'retry', name: 'Rate limited' }, 0)).toBe('Waits to retry, Rate limited, 1.2 s');
});
