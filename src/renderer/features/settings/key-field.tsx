import { KeyRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { KeyChange } from './address-form.ts';

type KeyFieldProps = {
  readonly value: KeyChange;
  /** Whether the address has a key already. */
  readonly stored: boolean;
  readonly onValueChange: (value: KeyChange) => void;
  readonly error: string | undefined;
};

/** A key can be written, replaced and forgotten, never read. */
export function KeyField({ value, stored, onValueChange, error }: KeyFieldProps) {
  if (value.type === 'set') {
    return (
      <div className="flex items-start gap-2">
        <Field
          label="API key"
          error={error}
          hint={stored ? undefined : 'Leave it empty where none is needed, as for most local servers.'}
          className="flex-1"
        >
          <TextInput
            type="password"
            autoComplete="new-password"
            value={value.key}
            onValueChange={(key) => onValueChange({ type: 'set', key })}
            className="font-mono text-sm"
          />
        </Field>
        {stored && (
          <Button className="mt-5" onClick={() => onValueChange({ type: 'keep' })}>
            Keep the old one
          </Button>
        )}
      </div>
    );
  }
  return (
    <div role="group" aria-label="API key" className="flex flex-col gap-1">
      <span className="text-sm font-medium text-soft">API key</span>
      <div className="flex h-7 items-center gap-2">
        <span className="flex flex-1 items-center gap-1.5">
          <KeyRound aria-hidden className="size-3.5 text-faint" />
          {value.type === 'keep' ? 'Stored' : 'Will be forgotten when you save'}
        </span>
        <Button onClick={() => onValueChange({ type: 'set', key: '' })}>Replace</Button>
        <Button onClick={() => onValueChange({ type: value.type === 'keep' ? 'forget' : 'keep' })}>
          {value.type === 'keep' ? 'Forget' : 'Keep it'}
        </Button>
      </div>
    </div>
  );
}
