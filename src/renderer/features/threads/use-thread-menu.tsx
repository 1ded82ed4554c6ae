import {
  Archive,
  ArchiveRestore,
  Columns2,
  FileBraces,
  FileText,
  Pencil,
  Pin,
  PinOff,
  Save,
  Trash2,
} from 'lucide-react';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { exportThread } from '../../data/history-actions.ts';
import { deleteThread, saveThread, toggleArchived, togglePinned } from '../../data/thread-actions.ts';
import { openCompare } from '../../state/compare.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { useRunMenu } from './use-run-menu.tsx';

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

/** What can be done with a thread of the list. */
export function useThreadMenu(thread: ThreadSummary, startRenaming: () => void): readonly MenuEntry[] {
  const { pinned, archived } = thread;
  const runEntries = useRunMenu(thread);
  const save = { label: 'Save', icon: <Save aria-hidden />, onSelect: () => saveThread(thread) };
  const saveEntries: readonly MenuEntry[] =
    thread.unsaved === true ? [{ ...save, separated: runEntries.length > 0 }] : [];
  return [
    ...runEntries,
    ...saveEntries,
    {
      label: 'Rename',
      icon: <Pencil aria-hidden />,
      separated: runEntries.length + saveEntries.length > 0,
      takesFocus: true,
      onSelect: startRenaming,
    },
    {
      label: pinned ? 'Unpin' : 'Pin',
      icon: pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
      onSelect: () => togglePinned(thread),
    },
    {
      label: archived ? 'Take out of the archive' : 'Archive',
      icon: archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />,
      onSelect: () => toggleArchived(thread),
    },
    {
      label: 'Compare with…',
      icon: <Columns2 aria-hidden />,
      separated: true,
      onSelect: () => openCompare({ threadId: thread.id }),
    },
    {
      label: 'Export as Markdown',
      icon: <FileText aria-hidden />,
      onSelect: () => void exportThread(thread, { scope: 'thread', format: 'markdown' }),
    },
    {
      label: 'Export as JSON',
      icon: <FileBraces aria-hidden />,
      onSelect: () => void exportThread(thread, { scope: 'thread', format: 'json' }),
    },
    {
      label: 'Delete',
      icon: <Trash2 aria-hidden />,
      danger: true,
      separated: true,
      onSelect: () => void deleteThread(thread, focusAfter(thread.id)),
    },
  ];
}
