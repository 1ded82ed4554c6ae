import { assertNever } from '../lib/assert.ts';
import { plainLine } from '../lib/plain-line.ts';
import { changeWords } from '../run/token-words.ts';
import type { PathEntry } from './entry.ts';
import { changedParts } from './intervention-parts.ts';

const LINE = 120;

/** The first line of what an entry says or, where nobody speaks, of what happened, as far as a list shows it. */
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
      return entry.text.trim() === '' ? entry.calls.map(({ name }) => name).join(', ') : plainLine(entry.text);
    case 'tool_result':
      return `${entry.toolName}: ${entry.content}`;
    case 'handoff':
      return `Handed over to ${entry.agent.name}`;
    case 'compaction':
      return `Compacted: ${changeWords(entry)}`;
    case 'user_todo_edit':
      return entry.action;
    case 'intervention':
      return entry.context ?? `Changed here: ${changedParts(entry).join(', ')}`;
    case 'outputs_cleared':
      return 'Old tool outputs were cleared';
    case 'todos_restored':
      return 'The model was shown the plan again';
    default:
      return assertNever(entry);
  }
}
