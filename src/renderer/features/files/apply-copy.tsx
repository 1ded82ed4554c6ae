import { FolderInput } from 'lucide-react';
import { useState } from 'react';
import type { RevertAnswer } from '../../../shared/files/changed-files-answer.ts';
import { useAction } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showDone, showFailure } from '../../ui/toast.tsx';
import { fileCount } from './file-words.ts';

type ApplyCopyProps = {
  readonly threadId: string;
  /** The folder that the thread's copy is of. */
  readonly folder: string;
  readonly count: number;
  /** Why not now. */
  readonly held: string | undefined;
};

/** Brings what runs changed in a copy to the folder itself. */
export function ApplyCopy({ threadId, folder, count, held }: ApplyCopyProps) {
  const [asking, setAsking] = useState(false);
  const apply = useAction('files.apply');

  function tell({ done, refused }: RevertAnswer): void {
    if (done.length > 0) showDone(`Applied ${fileCount(done.length)} to ${folder}`);
    const [first] = refused;
    if (first === undefined) return;
    const others = refused.length === 1 ? '' : `, and ${fileCount(refused.length - 1)} more`;
    const { code, message, hint } = first.error;
    showFailure({ code, message: `Not applied: ${message}${others}`, hint });
  }

  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<FolderInput aria-hidden />}
        disabled={count === 0 || apply.isPending || held !== undefined}
        title={held}
        onClick={() => setAsking(true)}
      >
        Apply to folder
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Apply ${fileCount(count)}?`}
        description={`What the runs changed in the copy goes to ${folder}. A file that is not there as it was when the copy was made stays as it is, and is named.`}
        action="Apply"
        onConfirm={() =>
          apply.mutate({ threadId }, { onSuccess: tell, onError: (error) => showFailure(error.failure) })
        }
      />
    </>
  );
}
