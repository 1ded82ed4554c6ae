import { type FormEvent, useId, useRef, useState } from 'react';
import { baseUrlOf } from '../../../shared/models/provider-kind.ts';
import { ModelAddressInput, type ModelAddress } from '../../../shared/settings.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { useAction } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstInvalid } from '../../ui/focus-invalid.ts';
import { Field } from '../../ui/field.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { Select } from '../../ui/select.tsx';
import { addressOf, type AddressForm, formOf, hostOf } from './address-form.ts';
import { AddressTest } from './address-test.tsx';
import { KeyField } from './key-field.tsx';
import { PRESETS, presetOf, presetWith, withPreset } from './presets.ts';

type AddressDialogProps = { readonly address: ModelAddress | undefined; readonly onClose: () => void };

export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const [form, setForm] = useState<AddressForm>(() => formOf(address));
  /** Complaints come with the first try, and go as soon as they are met. */
  const [tried, setTried] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const save = useAction('models.save');
  const test = useAction('models.test');
  const formId = useId();

  function change(part: Partial<AddressForm>): void {
    setForm({ ...form, ...part });
    // An answer about other values would mislead.
    test.reset();
  }

  const preset = presetOf(form);
  const isNative = form.kind !== 'openai-compatible';
  const parsed = ModelAddressInput.safeParse(addressOf(form));
  const errors = tried && !parsed.success ? fieldErrors(parsed.error) : {};

  function checked(): ModelAddressInput | undefined {
    setTried(true);
    if (!parsed.success) focusFirstInvalid(formElement.current);
    return parsed.data;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const input = checked();
    if (input !== undefined && !save.isPending) save.mutate(input, { onSuccess: onClose });
  }

  function runTest(): void {
    const input = checked();
    if (input !== undefined) test.mutate(input);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={address === undefined ? 'Add a provider' : `Edit ${address.name}`}
      failure={save.error?.failure}
      footer={
        <>
          <Button className="mr-auto" disabled={test.isPending} onClick={runTest}>
            {test.isPending ? 'Testing…' : 'Test'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form ref={formElement} id={formId} className="flex flex-col gap-3" onSubmit={submit} noValidate>
        <Field label="Provider">
          <Select
            value={preset}
            onValueChange={(id) => change(withPreset(form, id))}
            options={PRESETS.map(({ id, name, hint }) => ({ value: id, label: name, hint }))}
          />
        </Field>
        <Field label="Name" error={errors.name}>
          <TextInput
            value={form.name}
            onValueChange={(name) => change({ name })}
            placeholder={hostOf(form.baseUrl) || 'Local'}
            maxLength={80}
          />
        </Field>
        <Field
          label="Base URL"
          error={errors.baseUrl}
          hint={isNative ? 'Only for a gateway. Empty: the provider’s own address.' : undefined}
        >
          <TextInput
            value={form.baseUrl}
            onValueChange={(baseUrl) => change({ baseUrl })}
            placeholder={isNative ? baseUrlOf(form.kind, '') : 'http://127.0.0.1:8080/v1'}
            inputMode="url"
            className="font-mono text-sm"
          />
        </Field>
        <KeyField
          value={form.key}
          state={address?.key ?? 'absent'}
          keyVariable={
            isNative && form.baseUrl.trim() !== ''
              ? undefined
              : (address?.keyVariable ?? presetWith(preset)?.keyVariable)
          }
          onValueChange={(key) => change({ key })}
          error={errors.apiKey}
        />
        <Field
          label="More models"
          error={errors.models}
          hint="One name a line. For models that the address does not list itself."
        >
          <TextArea
            value={form.models}
            onValueChange={(models) => change({ models })}
            spellCheck={false}
            className="max-h-40 min-h-14 font-mono text-sm"
          />
        </Field>
        <AddressTest answer={test.data} error={test.error} />
      </form>
    </Dialog>
  );
}
