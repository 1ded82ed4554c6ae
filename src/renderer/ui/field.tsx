import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type FieldProps = {
  readonly label: string;
  /** Shown under the control, until there is an error. */
  readonly hint?: ReactNode;
  readonly error?: string;
  /** For fields whose place says what they are. */
  readonly hideLabel?: boolean;
  readonly className?: string;
  /** A TextInput, TextArea, Select or SuggestInput: it takes its name and its error from here. */
  readonly children: ReactNode;
};

export function Field({ label, hint, error, hideLabel, className, children }: FieldProps) {
  return (
    <BaseField.Root invalid={error !== undefined} className={cx('flex min-w-0 flex-col gap-1', className)}>
      <BaseField.Label className={cx('text-sm font-medium text-soft', hideLabel && 'sr-only')}>{label}</BaseField.Label>
      {children}
      {error === undefined && hint !== undefined && (
        <BaseField.Description className="text-sm text-faint">{hint}</BaseField.Description>
      )}
      <BaseField.Error match={error !== undefined} className="text-sm text-bad">
        {error}
      </BaseField.Error>
    </BaseField.Root>
  );
}
