import { type FormEvent, useId, useRef, useState } from 'react';
import { useAction } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstInvalid } from '../../ui/focus-invalid.ts';
import { AgentAnswerFields } from './agent-answer-fields.tsx';
import { AgentBasicFields } from './agent-basic-fields.tsx';
import { type AgentFieldsProps, type AgentForm, readForm } from './agent-form.ts';
import { AgentLimitsFields } from './agent-limits-fields.tsx';
import { AgentToolsFields } from './agent-tools-fields.tsx';

type AgentDialogProps = { readonly title: string; readonly agent: AgentForm; readonly onClose: () => void };

export function AgentDialog({ title, agent, onClose }: AgentDialogProps) {
  const [form, setForm] = useState(agent);
  /** Complaints come with the first try, and go as soon as they are met. */
  const [tried, setTried] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const save = useAction('agents.save');
  const formId = useId();
  const read = readForm(form);
  const fields: AgentFieldsProps = {
    form,
    change: (part) => setForm({ ...form, ...part }),
    errors: tried ? read.errors : {},
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (read.settings === undefined) return focusFirstInvalid(formElement.current);
    if (!save.isPending) save.mutate({ ...read.settings, id: form.id }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      className="w-[600px]"
      failure={save.error?.failure}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form ref={formElement} id={formId} className="flex flex-col gap-5" onSubmit={submit} noValidate>
        <AgentBasicFields {...fields} />
        <AgentToolsFields {...fields} />
        <AgentLimitsFields {...fields} />
        <AgentAnswerFields {...fields} />
      </form>
    </Dialog>
  );
}
