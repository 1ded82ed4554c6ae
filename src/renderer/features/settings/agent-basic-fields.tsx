import { useAnswer } from '../../data/queries.ts';
import { Field } from '../../ui/field.tsx';
import { ModelInput } from '../../ui/model-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { REASONING_OPTIONS } from '../../ui/reasoning-options.ts';
import type { AgentFieldsProps } from './agent-form.ts';

export function AgentBasicFields({ form, change, errors }: AgentFieldsProps) {
  const models = useAnswer('models.list', {});
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4">
        <Field label="Name" error={errors.name}>
          <TextInput value={form.name} onValueChange={(name) => change({ name })} maxLength={80} />
        </Field>
        <Field label="Model" error={errors.model} hint="Left empty: the one that was chosen last.">
          <ModelInput
            value={form.model}
            onValueChange={(model) => change({ model })}
            list={models.data}
            onAskAgain={() => void models.refetch()}
          />
        </Field>
      </div>
      <Field label="Instructions" error={errors.instructions} hint="What the model is told before every run.">
        <TextArea
          value={form.instructions}
          onValueChange={(instructions) => change({ instructions })}
          className="max-h-64 min-h-24"
        />
      </Field>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Segmented
          label="Reasoning"
          value={form.reasoning}
          onValueChange={(reasoning) => change({ reasoning })}
          options={REASONING_OPTIONS}
        />
        <Segmented
          label="Todos"
          value={form.todos === false ? 'off' : form.todos}
          onValueChange={(kind) => change({ todos: kind === 'off' ? false : kind })}
          options={[
            { value: 'off', label: 'Off' },
            { value: 'list', label: 'List' },
            { value: 'phases', label: 'Phases' },
          ]}
        />
      </div>
    </div>
  );
}
