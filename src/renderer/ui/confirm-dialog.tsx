import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { BACKDROP, DIALOG_POPUP } from './dialog.tsx';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: ReactNode;
  /** What happens, as a verb: "Delete agent". */
  readonly action: string;
  readonly onConfirm: () => void;
};

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ open, onOpenChange, title, description, action, onConfirm }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className={cx(DIALOG_POPUP, 'w-96 gap-2 p-4')}>
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-soft">{description}</AlertDialog.Description>
          <div className="flex justify-end gap-2 pt-2">
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <AlertDialog.Close render={<Button variant="danger">{action}</Button>} onClick={onConfirm} />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
