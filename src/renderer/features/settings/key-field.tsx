import { KeyRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { KeyState } from '../../../shared/settings.ts';
import type { KeyChange } from './address-form.ts';

type KeyFieldProps = {
  readonly value: KeyChange;
  /** Of the key that the address has already. */
  readonly state: KeyState;
  /** The variable of the environment that the provider's key is taken from when none is entered. */
  readonly keyVariable: string | undefined;
  readonly onValueChange: (value: KeyChange) => void;
  readonly error: string | undefined;
};

/** A key can be written, replaced and forgotten, never read. */
export function KeyField({ value, state, keyVariable, onValueChange, error }: KeyFieldProps) {
  if (value.type === 'set') {
    return (
      <div className="flex items-start gap-2">
        <Field label="API key" error={error} hint={hintOf(state, keyVariable)} className="flex-1">
          <TextInput
            type="password"
            autoComplete="new-password"
            value={value.key}
            onValueChange={(key) => onValueChange({ type: 'set', key })}
            className="font-mono text-sm"
          />
        </Field>
        {state === 'ok' && (
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

function hintOf(state: KeyState, variable: string | undefined): string | undefined {
  if (state === 'ok') return undefined;
  if (state === 'undecryptable') return 'The stored key cannot be decrypted on this system: enter it again.';
  if (variable === undefined) return 'Leave it empty where none is needed, as for most local servers.';
  return state === 'environment'
    ? `Empty: the key in ${variable} is used.`
    : `Or set ${variable} before Runlight starts.`;
}
