import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../shared/lib/result.ts';
import { cx } from './cx.ts';
import { FailureNote } from './failure-note.tsx';

export const BACKDROP =
  'fixed inset-0 z-30 bg-black/30 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0';
export const DIALOG_POPUP =
  'fixed top-1/2 left-1/2 z-30 flex max-h-[calc(100dvh-48px)] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl bg-raised text-text shadow-pop outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0';

type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Why its action failed. It stays in sight, however far the content is scrolled. */
  readonly failure?: Failure;
  /** Buttons at the bottom right. */
  readonly footer?: ReactNode;
  readonly className?: string;
};

export function Dialog({ open, onOpenChange, title, description, children, failure, footer, className }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={BACKDROP} />
        <BaseDialog.Popup className={cx(DIALOG_POPUP, className ?? 'w-[480px]')}>
          <header className="py-3 pr-12 pl-4">
            <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
            {description !== undefined && (
              <BaseDialog.Description className="text-sm text-soft">{description}</BaseDialog.Description>
            )}
          </header>
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
          {failure !== undefined && <FailureNote failure={failure} className="mx-4 mb-3" />}
          {footer !== undefined && (
            <footer className="flex items-center justify-end gap-2 border-t px-4 py-3">{footer}</footer>
          )}
          {/* Last, so that a dialog opens with the focus on its first field. */}
          <BaseDialog.Close
            aria-label="Close"
            className="absolute top-2.5 right-3 inline-flex size-6 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-text"
          >
            <X aria-hidden className="size-3.5" />
          </BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
