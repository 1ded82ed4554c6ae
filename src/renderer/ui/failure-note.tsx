import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../shared/lib/result.ts';
import { cx } from './cx.ts';

type FailureNoteProps = {
  readonly failure: Failure;
  /** What to do about it, as a button. */
  readonly action?: ReactNode;
  /** False for a failure of the past, which nobody needs to be told of again. */
  readonly announce?: boolean;
  readonly className?: string;
};

/** A failure as the person reads it: what happened, then what to do. */
export function FailureNote({ failure, action, announce = true, className }: FailureNoteProps) {
  return (
    <div
      role={announce ? 'alert' : 'group'}
      aria-label={announce ? undefined : 'Error'}
      className={cx('flex flex-wrap items-start gap-2 rounded-md bg-bad-soft px-3 py-2', className)}
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-44 flex-1 wrap-anywhere">
        <p className="font-medium text-text">{failure.message}</p>
        {failure.hint !== undefined && <p className="text-soft">{failure.hint}</p>}
      </div>
      {action !== undefined && <div className="ms-auto flex gap-2">{action}</div>}
    </div>
  );
}
