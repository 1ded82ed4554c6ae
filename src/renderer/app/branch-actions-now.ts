import { ChevronLeft, ChevronRight, Columns2, GitFork, Pencil, RefreshCw, Split } from 'lucide-react';
import type { PathEntry } from '../../shared/thread/entry.ts';
import { activateSibling, forkThread, regenerate } from '../data/branch-actions.ts';
import type { OpenThread } from '../data/thread.ts';
import { setEditing, setTravelling } from '../state/branching.ts';
import { openCompare } from '../state/compare.ts';
import type { Action } from './action.ts';

/** What can be done with the branches of the open thread: at the item that has the focus, else at the newest it fits. */
export function branchActionsNow({ summary, window }: OpenThread): readonly Action[] {
  const { id: threadId, source } = summary;
  const { entries, siblings, headId } = window;
  const upTo = entries.slice(0, focusedIndex(entries) + 1);
  const parted = upTo.findLast(({ id }) => siblings[id] !== undefined);
  const beside = parted && siblings[parted.id];
  const message = upTo.findLast((entry) => entry.kind === 'user_message' && entry.origin === 'person');
  const answer = upTo.findLast((entry) => entry.kind === 'assistant_message');
  const own = source !== 'code';
  const actions: readonly (Action | false)[] = [
    beside?.previousId !== undefined && {
      id: 'previous-branch',
      label: 'Previous branch',
      icon: ChevronLeft,
      run: () => activateSibling(threadId, beside, -1),
    },
    beside?.nextId !== undefined && {
      id: 'next-branch',
      label: 'Next branch',
      icon: ChevronRight,
      run: () => activateSibling(threadId, beside, 1),
    },
    own &&
      message !== undefined && {
        id: 'edit-message',
        label: 'Edit the message',
        words: 'branch change',
        icon: Pencil,
        run: () => setEditing(threadId, message.id),
      },
    own &&
      answer !== undefined && {
        id: 'regenerate',
        label: 'Regenerate the answer',
        words: 'again retry branch',
        icon: RefreshCw,
        run: () => regenerate({ threadId, entryId: answer.id }),
      },
    own &&
      answer !== undefined && {
        id: 'travel',
        label: 'Go back to a step and change something…',
        words: 'time travel result tools context what if',
        icon: Split,
        run: () => setTravelling(threadId, { messageId: answer.id }),
      },
    headId !== null && {
      id: 'compare',
      label: 'Compare with another branch, run or thread…',
      words: 'difference diff side by side',
      icon: Columns2,
      run: () => openCompare({ threadId, entryId: headId }),
    },
    headId !== null && {
      id: 'fork',
      label: 'Fork to a new thread',
      words: 'copy duplicate branch',
      icon: GitFork,
      run: () => void forkThread(threadId, headId),
    },
  ];
  return actions.filter((action) => action !== false);
}

/** Of the entry whose row has the focus; of the last one where none has. */
function focusedIndex(entries: readonly PathEntry[]): number {
  const row = document.activeElement?.closest<HTMLElement>('[data-entry-id]');
  const index = entries.findIndex(({ id }) => id === row?.dataset.entryId);
  return index < 0 ? entries.length - 1 : index;
}
