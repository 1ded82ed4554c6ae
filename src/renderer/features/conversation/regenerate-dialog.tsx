import { useId, useState, type FormEvent } from 'react';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FilesChoice, type FilesChoiceValue } from '../../ui/files-choice.tsx';
import { ModelInput } from '../../ui/model-input.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-input.tsx';

type RegenerateDialogProps = {
  readonly threadId: string;
  readonly entryId: string;
  /** What the answer goes on from. */
  readonly fromEntryId: string | null;
  readonly onClose: () => void;
};

const AS_THEN = '';

/** Who is to answer again, and how: what is left alone is as it was. */
export function RegenerateDialog({ threadId, entryId, fromEntryId, onClose }: RegenerateDialogProps) {
  const agents = useAnswer('agents.list', {}).data ?? [];
  const models = useAnswer('models.list', {}, { staleTime: 0 });
  const [agentId, setAgentId] = useState(AS_THEN);
  const [model, setModel] = useState('');
  const [instructions, setInstructions] = useState('');
  const [beside, setBeside] = useState(false);
  const [files, setFiles] = useState<FilesChoiceValue>('now');
  const start = useAction('run.regenerate');
  const formId = useId();

  function submit(force?: true): void {
    if (start.isPending) return;
    const overrides = {
      ...(model.trim() === '' ? {} : { model: model.trim() }),
      ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
    };
    const chosen = agentId === AS_THEN ? {} : { agentId };
    start.mutate({ threadId, entryId, ...chosen, overrides, activate: !beside, files, force }, { onSuccess: onClose });
  }

  const failure = start.error?.failure;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Answer again"
      description="The new answer stands beside the one that is there."
      failure={failure}
      footer={
        <>
          {failure?.code === 'folder_busy' && <Button onClick={() => submit(true)}>Start anyway</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={start.isPending}>
            Start
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Agent">
          <Select
            value={agentId}
            onValueChange={setAgentId}
            options={[
              { value: AS_THEN, label: 'The one that answered' },
              ...agents.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field label="Model" hint="Empty: as then">
          <ModelInput
            value={model}
            onValueChange={setModel}
            list={models.data}
            onAskAgain={() => void models.refetch()}
          />
        </Field>
        <Field label="Instructions" hint="Instead of the agent’s own, for this branch. Empty: as then">
          <TextArea value={instructions} onValueChange={setInstructions} rows={2} className="max-h-60" />
        </Field>
        <FilesChoice threadId={threadId} fromEntryId={fromEntryId} value={files} onValueChange={setFiles} />
        <Switch
          label="Beside the active branch"
          hint="The conversation stays where it is; the new branch is there to switch to"
          checked={beside}
          onCheckedChange={setBeside}
        />
      </form>
    </Dialog>
  );
}
