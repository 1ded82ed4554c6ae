import { assertNever } from '../lib/assert.ts';
import type { PathEntry } from './entry.ts';

const LINE = 120;

/** The first line of what an entry says, as far as a list shows it. */
export function lineOf(entry: PathEntry): string {
  const [line = ''] = wordsOf(entry).trim().split('\n', 1);
  return line.length <= LINE ? line : `${line.slice(0, LINE - 1).trimEnd()}…`;
}

function wordsOf(entry: PathEntry): string {
  switch (entry.kind) {
    case 'user_message':
    case 'reminder':
      return entry.text;
    case 'assistant_message':
      return entry.text === '' ? entry.calls.map(({ name }) => name).join(', ') : entry.text;
    case 'tool_result':
      return `${entry.toolName}: ${entry.content}`;
    case 'handoff':
      return entry.agent.name;
    case 'compaction':
      return entry.summary;
    case 'user_todo_edit':
      return entry.action;
    case 'intervention':
      return entry.context ?? '';
    case 'outputs_cleared':
    case 'todos_restored':
      return '';
    default:
      return assertNever(entry);
  }
}
