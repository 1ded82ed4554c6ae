import { assertNever } from '../../shared/lib/assert.ts';
import { oneLine } from '../../shared/lib/one-line.ts';
import type { TodoEdit } from '../../shared/todos/edits/todo-edit.ts';

/** What a person did to their list, as it is told to them. `name`: what the item is called that the edit is about. */
export function editWords(edit: TodoEdit, name: string | undefined): string {
  const what = name === undefined ? ofAll('phase' in edit ? edit.phase : undefined) : quoted(name);
  switch (edit.type) {
    case 'add':
      return `Added ${quoted(edit.content)}`;
    case 'rename':
      return `Renamed ${what}`;
    case 'move':
      return `Moved ${what}`;
    case 'start':
      return `Started ${what}`;
    case 'done':
      return `Completed ${what}`;
    case 'drop':
      return `Dropped ${what}`;
    case 'rm':
      return `Removed ${what}`;
    case 'block':
      return `Blocked ${what}`;
    case 'unblock':
      return `Unblocked ${what}`;
    default:
      return assertNever(edit);
  }
}

function ofAll(phase: string | undefined): string {
  return phase === undefined ? 'everything' : `all of ${quoted(phase)}`;
}

const LONGEST = 60;

function quoted(text: string): string {
  const line = oneLine(text);
  return `“${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}”`;
}
