import { type FormEvent, useId, useRef, useState } from 'react';
import { AgentSettings } from '../../../shared/run/agent.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { focusFirstInvalid } from '../../ui/focus-invalid.ts';
import { Field } from '../../ui/field.tsx';
import { ModelInput } from '../../ui/model-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { type AgentForm, agentOf } from './agent-form.ts';

type AgentDialogProps = { readonly agent: AgentForm; readonly onClose: () => void };

export function AgentDialog({ agent, onClose }: AgentDialogProps) {
  const [form, setForm] = useState(agent);
  /** Complaints come with the first try, and go as soon as they are met. */
  const [tried, setTried] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const save = useAction('agents.save');
  const models = useAnswer('models.list', {});
  const formId = useId();
  const change = (part: Partial<AgentForm>) => setForm({ ...form, ...part });

  const parsed = AgentSettings.safeParse(agentOf(form));
  const errors = tried && !parsed.success ? fieldErrors(parsed.error) : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!parsed.success) return focusFirstInvalid(formElement.current);
    if (!save.isPending) save.mutate({ ...parsed.data, id: form.id }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={agent.id === undefined ? 'Create an agent' : `Edit ${agent.name}`}
      className="w-[560px]"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form ref={formElement} id={formId} className="flex flex-col gap-4" onSubmit={submit} noValidate>
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
            className="max-h-64 min-h-28"
          />
        </Field>
        <Switch
          label="Files"
          hint="List, read, write, edit and search in the run’s folder, and run commands there."
          checked={form.files}
          onCheckedChange={(files) => change({ files })}
        />
        <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
          <Segmented
            label="Todos"
            value={form.todos === false ? 'off' : form.todos}
            onValueChange={(kind) => change({ todos: kind === 'off' ? false : kind })}
            options={[
              { value: 'off', label: 'Off' },
              { value: 'list', label: 'List' },
            ]}
          />
          <Segmented
            label="Commands"
            value={form.commands}
            onValueChange={(commands) => change({ commands })}
            options={[
              { value: 'ask', label: 'Ask me first' },
              { value: 'allow', label: 'Allow all' },
            ]}
          />
          <Field label="Limit of steps" error={errors.maxSteps} className="w-36">
            <TextInput inputMode="numeric" value={form.maxSteps} onValueChange={(maxSteps) => change({ maxSteps })} />
          </Field>
        </div>
        {save.isError && <FailureNote failure={save.error.failure} />}
      </form>
    </Dialog>
  );
}
