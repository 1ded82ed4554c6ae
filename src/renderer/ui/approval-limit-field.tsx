import type { ApprovalLimitForm } from './approval-limit-form.ts';
import { Field } from './field.tsx';
import { Segmented } from './segmented.tsx';
import { TextInput } from './text-input.tsx';

type ApprovalLimitFieldProps = {
  readonly value: ApprovalLimitForm;
  readonly onValueChange: (value: ApprovalLimitForm) => void;
  /** What is wrong with the minutes. */
  readonly error: string | undefined;
};

/** What becomes of calls that nobody decides about, and after how long. */
export function ApprovalLimitField({ value, onValueChange, error }: ApprovalLimitFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <Segmented
        label="Approvals nobody answers"
        value={value.decision}
        onValueChange={(decision) => onValueChange({ ...value, decision })}
        options={[
          { value: 'wait', label: 'Wait' },
          { value: 'approved', label: 'Approve' },
          { value: 'rejected', label: 'Reject' },
        ]}
      />
      {value.decision !== 'wait' && (
        <Field label="After minutes" error={error} className="w-40">
          <TextInput
            inputMode="decimal"
            value={value.minutes}
            onValueChange={(minutes) => onValueChange({ ...value, minutes })}
          />
        </Field>
      )}
    </div>
  );
}
