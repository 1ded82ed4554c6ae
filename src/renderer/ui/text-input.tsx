import { Field } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export const CONTROL =
  'w-full min-w-0 rounded-md border border-line-strong bg-raised px-2 text-base text-text transition-colors duration-100 hover:border-line-control focus-visible:border-accent focus-visible:outline-1 focus-visible:-outline-offset-1 disabled:opacity-60 data-invalid:border-bad';

type TextInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'defaultValue'> & {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
};

export function TextInput({ className, ...rest }: TextInputProps) {
  return <Field.Control autoComplete="off" spellCheck={false} className={cx(CONTROL, 'h-7', className)} {...rest} />;
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue'> & {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
};

/** Grows with its text, between the heights that `className` sets. */
export function TextArea({ className, value, onValueChange, ...rest }: TextAreaProps) {
  return (
    <Field.Control
      value={value}
      onValueChange={onValueChange}
      className={cx(CONTROL, 'scroll-thin field-sizing-content resize-none py-1.5', className)}
      render={<textarea {...rest} />}
    />
  );
}
