import { assertNever } from '../../lib/assert.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { TodoEdit } from './todo-edit.ts';

/** What a person did, in a sentence that the model reads. `name` is what the task is called, not what it goes by. */
export function actionOf(edit: TodoEdit, name: string | undefined): string {
  const what = targetOf(edit, name);
  switch (edit.type) {
    case 'add':
      return `The person added ${quoted(edit.content)}${edit.phase === undefined ? '' : ` to ${quoted(edit.phase)}`}.`;
    case 'rename':
      return `The person renamed ${what} to ${quoted(edit.content)}.`;
    case 'move': {
      const where = edit.phase === undefined ? '' : ` of ${quoted(edit.phase)}`;
      return `The person moved ${what} to place ${edit.index + 1}${where}.`;
    }
    case 'start':
      return `The person started ${what}.`;
    case 'done':
      return `The person completed ${what}.`;
    case 'drop':
      return `The person dropped ${what}.`;
    case 'rm':
      return `The person removed ${what} on purpose. Do not add ${name === undefined ? 'them' : 'it'} again.`;
    case 'block': {
      const note = edit.note?.trim() ?? '';
      return `The person blocked ${what}${note === '' ? '' : `: ${oneLine(note)}`}.`;
    }
    case 'unblock':
      return `The person unblocked ${what}.`;
    default:
      return assertNever(edit);
  }
}

function targetOf(edit: TodoEdit, name: string | undefined): string {
  if (name !== undefined) return quoted(name);
  return 'phase' in edit && edit.phase !== undefined ? `every task of ${quoted(edit.phase)}` : 'every task';
}

/** How a whole list came in the place of another. */
export type Rewrite = 'edited' | 'imported' | 'undone';

const REWRITES: Readonly<Record<Rewrite, string>> = {
  edited: 'The person rewrote the list.',
  imported: 'The person put a list from a file in the place of this one.',
  undone: 'The person took back their last change of the list.',
};

/** What a person did who put another list in the place of one, which held what was removed. */
export function rewriteAction(how: Rewrite, removed: readonly string[]): string {
  if (removed.length === 0) return REWRITES[how];
  const named = removed.slice(0, MOST_NAMED).map(quoted).join(', ');
  const more = removed.length > MOST_NAMED ? `, and ${removed.length - MOST_NAMED} more` : '';
  return `${REWRITES[how]} They removed on purpose, and you must not add again: ${named}${more}.`;
}

const MOST_NAMED = 100;

function quoted(text: string): string {
  return `“${oneLine(text)}”`;
}
