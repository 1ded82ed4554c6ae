import { useState } from 'react';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Field } from '../../ui/field.tsx';
import { ModelInput } from '../../ui/model-input.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { BranchDialog, type BranchChoice } from './branch-dialog.tsx';

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
  const start = useAction('run.regenerate');

  function submit(choice: BranchChoice): void {
    const overrides = {
      ...(model.trim() === '' ? {} : { model: model.trim() }),
      ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
    };
    const chosen = agentId === AS_THEN ? {} : { agentId };
    start.mutate({ threadId, entryId, ...chosen, overrides, ...choice }, { onSuccess: onClose });
  }

  return (
    <BranchDialog
      title="Answer again"
      description="The new answer stands beside the one that is there."
      action="Start"
      disabled={start.isPending}
      failure={start.error?.failure}
      threadId={threadId}
      fromEntryId={fromEntryId}
      onStart={submit}
      onClose={onClose}
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
    </BranchDialog>
  );
}
