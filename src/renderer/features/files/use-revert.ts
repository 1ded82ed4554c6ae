import { useState } from 'react';
import type { FilePlace, RevertAnswer } from '../../../shared/files/changed-files-answer.ts';
import type { RequestError } from '../../data/bridge.ts';
import { useAction } from '../../data/queries.ts';
import { showDone, showFailure } from '../../ui/toast.tsx';
import { fileCount } from './file-words.ts';

/** What is to be reverted: some files, or brought back: one. */
export type Wish =
  | { readonly type: 'revert'; readonly files: readonly FilePlace[] }
  | { readonly type: 'unrevert'; readonly file: FilePlace };

/** `ask`: before it. `refused`: some of it was not done. */
export type RevertStep =
  | { readonly type: 'ask'; readonly wish: Extract<Wish, { type: 'revert' }> }
  | { readonly type: 'refused'; readonly wish: Wish; readonly refused: RevertAnswer['refused'] };

export type Revert = {
  /** What the dialog is about; while it fades it keeps its words. */
  readonly step: RevertStep | undefined;
  readonly open: boolean;
  readonly pending: boolean;
  readonly ask: (files: readonly FilePlace[]) => void;
  readonly bringBack: (file: FilePlace) => void;
  /** Goes on from the step; after a refusal, in spite of it. */
  readonly confirm: () => void;
  readonly cancel: () => void;
};

/** Puts changed files back, and takes that back. */
export function useRevert(of: { readonly threadId: string; readonly runId?: string }): Revert {
  const [step, setStep] = useState<RevertStep>();
  const [open, setOpen] = useState(false);
  const revert = useAction('files.revert');
  const unrevert = useAction('files.unrevert');

  function show(next: RevertStep): void {
    setStep(next);
    setOpen(true);
  }

  function run(wish: Wish, anyway: boolean): void {
    const answered = {
      onSuccess: ({ done, refused }: RevertAnswer): void => {
        if (done.length > 0)
          showDone(`${wish.type === 'revert' ? 'Reverted' : 'Brought back'} ${fileCount(done.length)}`);
        if (refused.length > 0) show({ type: 'refused', wish, refused });
      },
      onError: (error: RequestError): void => showFailure(error.failure),
    };
    if (wish.type === 'revert') revert.mutate({ ...of, files: [...wish.files], anyway }, answered);
    else unrevert.mutate({ ...of, ...wish.file, anyway }, answered);
  }

  return {
    step,
    open,
    pending: revert.isPending || unrevert.isPending,
    ask: (files) => show({ type: 'ask', wish: { type: 'revert', files } }),
    bringBack: (file) => run({ type: 'unrevert', file }, false),
    confirm() {
      if (step === undefined) return;
      if (step.type === 'ask') return run(step.wish, false);
      const files = step.refused.map(({ root, path }) => ({ root, path }));
      run(step.wish.type === 'revert' ? { type: 'revert', files } : step.wish, true);
    },
    cancel: () => setOpen(false),
  };
}
