import { expect, test } from 'vitest';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import { failedUpdate } from './stale.ts';

function result(content: string, isError: boolean, toolName = 'write_todos'): PathEntry {
  const stamp = { id: content, threadId: 't', seq: 1, at: 1, v: 1, parentId: null };
  return { ...stamp, kind: 'tool_result', messageId: 'm', callId: 'c', toolName, content, isError };
}

test('a failed update stands until the next success', () => {
  const failed = result('The todo list was not changed: ids must be unique.\nMore', true);
  expect(failedUpdate([result('ok', false), failed])).toBe('The todo list was not changed: ids must be unique');
  expect(failedUpdate([failed, result('other', true, 'run_command')])).toBe(
    'The todo list was not changed: ids must be unique',
  );
  expect(failedUpdate([failed, result('ok', false)])).toBeUndefined();
  expect(failedUpdate([])).toBeUndefined();
});
