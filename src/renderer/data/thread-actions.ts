import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { currentRoute, navigate } from '../state/route.ts';
import { showDone, showFailure, showUndo } from '../ui/toast.tsx';
import { ask, failureOf } from './bridge.ts';

// What can be done with a thread from more than one place: its row, its header, the palette. Pushes bring what has changed.

/** How long the engine keeps a deleted thread, and an undo is offered. */
const UNDO_MS = 10_000;

function onError(error: unknown): void {
  showFailure(failureOf(error));
}

export function renameThread(threadId: string, title: string): void {
  ask('thread.rename', { threadId, title }).catch(onError);
}

export function togglePinned({ id, pinned }: Pick<ThreadSummary, 'id' | 'pinned'>): void {
  ask('thread.pin', { threadId: id, pinned: !pinned }).catch(onError);
}

export function toggleArchived({ id, archived }: Pick<ThreadSummary, 'id' | 'archived'>): void {
  ask('thread.archive', { threadId: id, archived: !archived }).catch(onError);
}

/** Of one that is in memory alone. */
export function saveThread({ id, title }: Pick<ThreadSummary, 'id' | 'title'>): void {
  ask('thread.save', { threadId: id }).then(() => showDone(`Saved “${title}”`), onError);
}

/** Deletes it, leaving it if it is open, and offers to bring it back. `onDeleted` is called before that. */
export async function deleteThread(
  { id: threadId, title, copy }: Pick<ThreadSummary, 'id' | 'title' | 'copy'>,
  onDeleted?: () => void,
): Promise<void> {
  try {
    await ask('thread.delete', { threadId });
  } catch (error) {
    onError(error);
    return;
  }
  onDeleted?.();
  const route = currentRoute();
  const wasOpen = route.view === 'thread' && route.threadId === threadId;
  if (wasOpen) navigate({ view: 'home' });
  const along = copy === undefined ? '' : ' with its copy of the folder';
  showUndo(`Deleted “${title}”${along}`, UNDO_MS, () => {
    ask('thread.restore', { threadId }).then(() => wasOpen && navigate({ view: 'thread', threadId }), onError);
  });
}
