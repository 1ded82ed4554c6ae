import { Archive, ArchiveRestore, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { RequestError } from '../../data/bridge.ts';
import { useAction } from '../../data/queries.ts';
import { navigate } from '../../state/route.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { showFailure, showUndo } from '../../ui/toast.tsx';
import { useRunMenu } from './use-run-menu.tsx';

/** How long the engine keeps a deleted thread. */
const UNDO_MS = 10_000;

const onError = (error: RequestError) => showFailure(error.failure);

/** For a row that is about to go: hands its focus, if it has it still, to a row beside it. */
function focusAfter(threadId: string): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-thread-id]')];
  const at = rows.findIndex((row) => row.dataset.threadId === threadId);
  const beside = rows[at + 1] ?? rows[at - 1];
  return () => {
    const focused = document.activeElement;
    if (focused === document.body || rows[at]?.contains(focused)) beside?.querySelector('a')?.focus();
  };
}

type ThreadMenu = { readonly entries: readonly MenuEntry[]; readonly rename: (title: string) => void };

/** What can be done with a thread of the list. */
export function useThreadMenu(thread: ThreadSummary, selected: boolean, startRenaming: () => void): ThreadMenu {
  const { id: threadId, title, pinned, archived, copy } = thread;
  const { mutate: rename } = useAction('thread.rename');
  const { mutate: pin } = useAction('thread.pin');
  const { mutate: archive } = useAction('thread.archive');
  const remove = useAction('thread.delete');
  const restore = useAction('thread.restore');

  const runEntries = useRunMenu(thread);

  async function removeWithUndo(): Promise<void> {
    const moveFocus = focusAfter(threadId);
    try {
      await remove.mutateAsync({ threadId });
    } catch (error) {
      return onError(error as RequestError);
    }
    moveFocus();
    if (selected) navigate({ view: 'home' });
    // By then this row has gone: what follows must not hang on it.
    const along = copy === undefined ? '' : ' with its copy of the folder';
    showUndo(`Deleted “${title}”${along}`, UNDO_MS, () => {
      restore.mutateAsync({ threadId }).then(() => selected && navigate({ view: 'thread', threadId }), onError);
    });
  }

  return {
    rename: (next) => rename({ threadId, title: next }, { onError }),
    entries: [
      ...runEntries,
      {
        label: 'Rename',
        icon: <Pencil aria-hidden />,
        separated: runEntries.length > 0,
        takesFocus: true,
        onSelect: startRenaming,
      },
      {
        label: pinned ? 'Unpin' : 'Pin',
        icon: pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
        onSelect: () => pin({ threadId, pinned: !pinned }, { onError }),
      },
      {
        label: archived ? 'Take out of the archive' : 'Archive',
        icon: archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />,
        onSelect: () => archive({ threadId, archived: !archived }, { onError }),
      },
      {
        label: 'Delete',
        icon: <Trash2 aria-hidden />,
        danger: true,
        separated: true,
        onSelect: () => void removeWithUndo(),
      },
    ],
  };
}
