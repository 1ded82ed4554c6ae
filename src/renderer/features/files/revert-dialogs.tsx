import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { fileCount } from './file-words.ts';
import type { Revert, RevertStep } from './use-revert.ts';

const SHOWN = 5;

/** Asks before a revert, and says what was refused. */
export function RevertDialogs({ revert, of }: { readonly revert: Revert; readonly of: string }) {
  const { step, open } = revert;
  if (step === undefined) return null;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(open) => !open && revert.cancel()}
      title={titleOf(step)}
      description={step.type === 'ask' ? <Question step={step} of={of} /> : <Refusals step={step} />}
      action={actionOf(step)}
      onConfirm={revert.confirm}
    />
  );
}

function titleOf(step: RevertStep): string {
  if (step.type === 'refused')
    return `${fileCount(step.refused.length)} left as ${step.refused.length === 1 ? 'it is' : 'they are'}`;
  const [only] = step.wish.files;
  return step.wish.files.length === 1 && only !== undefined
    ? `Revert ${only.path}?`
    : `Revert ${fileCount(step.wish.files.length)}?`;
}

function actionOf(step: RevertStep): string {
  if (step.type === 'ask') return 'Revert';
  return step.wish.type === 'revert' ? 'Revert anyway' : 'Bring back anyway';
}

function Question({ step, of }: { readonly step: Extract<RevertStep, { type: 'ask' }>; readonly of: string }) {
  const many = step.wish.files.length > 1;
  return `${many ? 'They go' : 'It goes'} back to what ${many ? 'they were' : 'it was'} before ${of}. You can bring the change back afterwards.`;
}

function Refusals({ step: { refused } }: { readonly step: Extract<RevertStep, { type: 'refused' }> }) {
  const hints = new Set(refused.map(({ error }) => error.hint ?? ''));
  return (
    <span className="flex flex-col gap-1 wrap-anywhere">
      {refused.slice(0, SHOWN).map(({ root, path, error }) => (
        <span key={`${root}/${path}`}>{error.message}.</span>
      ))}
      {refused.length > SHOWN && <span>And {refused.length - SHOWN} more.</span>}
      {[...hints].map((hint) => hint !== '' && <span key={hint}>{hint}.</span>)}
    </span>
  );
}
