import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

type SavedNumberProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
  readonly placeholder?: string;
  /** Absent: none is set. */
  readonly value: number | undefined;
  /** What is typed is a hundred times what is kept. */
  readonly percent?: boolean;
  readonly schema: z.ZodType<number>;
  /** `undefined` when the field was emptied, which only fields may be that start empty. */
  readonly onSave: (value: number | undefined) => void;
  readonly optional?: boolean;
};

/** A number that is stored when the person leaves the field or presses Enter. To be given a key of its value. */
export function SavedNumber({ label, hint, hideLabel, value, schema, onSave, ...rest }: SavedNumberProps) {
  const { percent = false, optional = false, placeholder } = rest;
  const factor = percent ? 100 : 1;
  const [text, setText] = useState(value === undefined ? '' : String(Math.round(value * factor)));
  const typed = text.trim().replaceAll(/[,_\s]/g, '');
  const empty = optional && typed === '';
  const parsed = schema.safeParse(typed === '' ? Number.NaN : Number(typed) / factor);
  const error = empty || parsed.success ? undefined : (parsed.error.issues[0]?.message ?? 'Enter a number');

  function save(): void {
    const next = empty ? undefined : parsed.data;
    if (error === undefined && next !== value) onSave(next);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={label} hint={hint} hideLabel={hideLabel} error={error}>
        <div className="w-28">
          <TextInput inputMode="numeric" value={text} onValueChange={setText} onBlur={save} placeholder={placeholder} />
        </div>
      </Field>
    </form>
  );
}
