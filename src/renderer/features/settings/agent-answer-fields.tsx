import { Checkbox } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { AgentRecord } from '../../../shared/run/agent.ts';
import { useAnswer } from '../../data/queries.ts';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import type { AgentFieldsProps } from './agent-form.ts';
import { FormPart } from './form-part.tsx';

export function AgentAnswerFields({ form, change, errors }: AgentFieldsProps) {
  const agents = useAnswer('agents.list', {});
  const others = agents.data?.filter(({ id }) => id !== form.id) ?? [];
  return (
    <FormPart title="Answer and other agents">
      <Field
        label="Form of the answer"
        error={errors.answer}
        hint="A JSON Schema that the final answer must fit. Left empty: it answers in words."
      >
        <TextArea
          value={form.answer}
          onValueChange={(answer) => change({ answer })}
          placeholder='{ "type": "object", "properties": { … } }'
          className="max-h-48 min-h-12 font-mono"
          spellCheck={false}
        />
      </Field>
      {others.length > 0 && (
        <>
          <AgentChoice
            label="May hand over to"
            agents={others}
            chosen={form.handoffs}
            onChange={(handoffs) => change({ handoffs })}
          />
          <AgentChoice
            label="May give tasks to"
            agents={others}
            chosen={form.subagents}
            onChange={(subagents) => change({ subagents })}
          />
        </>
      )}
    </FormPart>
  );
}

type AgentChoiceProps = {
  readonly label: string;
  readonly agents: readonly AgentRecord[];
  /** Ids. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

function AgentChoice({ label, agents, chosen, onChange }: AgentChoiceProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <span className="text-sm font-medium text-soft">{label}</span>
      {agents.map(({ id, name }) => (
        <label key={id} className="flex items-center gap-1.5">
          <Checkbox.Root
            checked={chosen.includes(id)}
            onCheckedChange={(checked) => onChange(toggled(chosen, id, checked))}
            className="flex size-4 items-center justify-center rounded border border-line-control data-checked:border-accent data-checked:bg-accent"
          >
            <Checkbox.Indicator>
              <Check aria-hidden className="size-3 text-on-accent" />
            </Checkbox.Indicator>
          </Checkbox.Root>
          {name}
        </label>
      ))}
    </div>
  );
}

function toggled(ids: readonly string[], id: string, on: boolean): readonly string[] {
  return on ? [...ids, id] : ids.filter((one) => one !== id);
}
