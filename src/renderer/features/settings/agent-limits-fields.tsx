import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { AgentFieldsProps, LimitsForm } from './agent-form.ts';
import { FormPart } from './form-part.tsx';

const LIMITS: readonly { readonly name: keyof LimitsForm; readonly label: string }[] = [
  { name: 'steps', label: 'Steps' },
  { name: 'minutes', label: 'Minutes' },
  { name: 'tokens', label: 'Tokens' },
  { name: 'cost', label: 'Cost ($)' },
  { name: 'costPerDay', label: 'Cost a day ($)' },
];

export function AgentLimitsFields({ form, change, errors }: AgentFieldsProps) {
  return (
    <FormPart title="Limits">
      <div className="grid grid-cols-5 gap-3">
        {LIMITS.map(({ name, label }) => (
          <Field key={name} label={label} error={errors[name]}>
            <TextInput
              inputMode="decimal"
              value={form.limits[name]}
              onValueChange={(text) => change({ limits: { ...form.limits, [name]: text } })}
              placeholder={name === 'steps' ? undefined : 'none'}
            />
          </Field>
        ))}
      </div>
      <p className="text-sm text-faint">
        A run that reaches one ends, and can be continued. Cost counts only calls whose price is known.
      </p>
    </FormPart>
  );
}
