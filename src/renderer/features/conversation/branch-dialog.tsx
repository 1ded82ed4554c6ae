import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { Failure } from '../../../shared/lib/result.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilesChoice, type FilesChoiceValue } from '../../ui/files-choice.tsx';
import { Switch } from '../../ui/switch.tsx';

/** How a branch begins, whatever begins it. */
export type BranchChoice = { readonly activate: boolean; readonly files: FilesChoiceValue; readonly force?: true };

type BranchDialogProps = {
  readonly title: string;
  readonly description: string;
  /** On the button that starts the run. */
  readonly action: string;
  readonly disabled: boolean;
  /** What is to be done before it can start. */
  readonly missing?: string;
  readonly failure: Failure | undefined;
  readonly threadId: string;
  /** What the branch goes on from. */
  readonly fromEntryId: string | null;
  readonly onStart: (choice: BranchChoice) => void;
  readonly onClose: () => void;
  /** Instead of `onClose`, where that keeps what was written. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
};

/** Asks for a run that begins a branch: with which files, and beside the active branch or instead of it. */
export function BranchDialog(props: BranchDialogProps) {
  const { title, description, action, disabled, failure, threadId, fromEntryId, onStart, onClose, children } = props;
  const { onCancel = onClose, missing } = props;
  const [beside, setBeside] = useState(false);
  const [files, setFiles] = useState<FilesChoiceValue>('now');
  const formId = useId();

  function start(force?: true): void {
    if (!disabled) onStart({ activate: !beside, files, force });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      failure={failure}
      footer={
        <>
          <p id={`${formId}-missing`} className="min-w-0 flex-1 text-sm text-faint">
            {missing}
          </p>
          {failure?.code === 'folder_busy' && <Button onClick={() => start(true)}>Start anyway</Button>}
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={disabled}
            aria-describedby={`${formId}-missing`}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          start();
        }}
      >
        {children}
        <FilesChoice threadId={threadId} fromEntryId={fromEntryId} value={files} onValueChange={setFiles} />
        <Switch
          label="Beside the active branch"
          hint="The conversation stays where it is; the new branch is there to switch to"
          checked={beside}
          onCheckedChange={setBeside}
        />
      </form>
    </Dialog>
  );
}
