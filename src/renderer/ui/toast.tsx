import type { CSSProperties } from 'react';
import { toast, Toaster as Sonner } from 'sonner';
import type { Failure } from '../../shared/lib/result.ts';

const WIDTH = { '--width': '312px' } as CSSProperties;

/** Where toasts appear; once per window. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      offset={16}
      gap={8}
      // Narrower than the dock, so that no toast lies over the composer.
      style={WIDTH}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'flex w-(--width) items-start gap-2 rounded-lg bg-raised px-3 py-2.5 text-base text-text shadow-pop',
          content: 'min-w-0 flex-1 break-words',
          title: 'font-medium',
          description: 'text-soft',
          error: '[&_[data-icon]]:text-bad',
          icon: 'mt-0.5 shrink-0',
          actionButton: 'h-6 shrink-0 rounded-md px-2 text-sm font-medium text-accent hover:bg-hover',
        },
      }}
    />
  );
}

export function showFailure(failure: Failure): void {
  // The same failure twice is one toast: a broken disk must not fill the screen.
  toast.error(failure.message, { id: `${failure.code}:${failure.message}`, description: failure.hint, duration: 8000 });
}

export function showDone(message: string): void {
  toast(message, { duration: 2500 });
}

/** Says how far long work is, and offers to end it. Called again with the same id, it says so anew. */
export function showProgress(id: string, message: string, cancel: () => void): void {
  toast(message, { id, duration: Number.POSITIVE_INFINITY, action: { label: 'Cancel', onClick: cancel } });
}

export function hideToast(id: string): void {
  toast.dismiss(id);
}

/** Says what was done and offers to take it back for `ms`. `id`: it stands in for the one of that id. */
export function showUndo(message: string, ms: number, undo: () => void, id?: string): void {
  toast(message, { id, duration: ms, action: { label: 'Undo', onClick: undo } });
}
