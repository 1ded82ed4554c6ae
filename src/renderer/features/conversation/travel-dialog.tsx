import { useState } from 'react';
import { useAction, useAnswer } from '../../data/queries.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { BranchDialog, type BranchChoice } from './branch-dialog.tsx';
import { resultProblem, toolNames, travelChanges, type TravelForm } from './travel-form.ts';

type TravelDialogProps = {
  readonly threadId: string;
  /** The answer that made the call. */
  readonly messageId: string;
  readonly call: {
    readonly callId: string;
    readonly name: string;
    readonly content: string;
    readonly isError: boolean;
  };
  readonly onClose: () => void;
};

/** Goes on from before a call, with something changed. */
export function TravelDialog({ threadId, messageId, call, onClose }: TravelDialogProps) {
  const leafId = useThreadPart(threadId, headOf).data;
  const tools = toolNames(useAnswer('context.of', { threadId, entryId: messageId }).data?.tools);
  const [form, setForm] = useState<TravelForm>({
    result: call.content,
    isError: call.isError,
    context: '',
    withoutTools: [],
  });
  const start = useAction('run.travel');
  const problem = resultProblem(form.result, call.content);
  const changes = travelChanges(form, call);

  function change(part: Partial<TravelForm>): void {
    setForm((before) => ({ ...before, ...part }));
  }

  function submit(choice: BranchChoice): void {
    if (changes === undefined || typeof leafId !== 'string') return;
    start.mutate({ threadId, leafId, messageId, changes, ...choice }, { onSuccess: onClose });
  }

  return (
    <BranchDialog
      title="Change and go on"
      description="With another result the run goes on behind this step; else the model is asked for the step again. What is there stays on its own branch."
      action="Go on"
      disabled={start.isPending || changes === undefined || problem !== undefined}
      failure={start.error?.failure}
      threadId={threadId}
      fromEntryId={messageId}
      onStart={submit}
      onClose={onClose}
    >
      <Field label={`Result of ${call.name}`} error={problem}>
        <TextArea
          value={form.result}
          onValueChange={(result) => change({ result })}
          rows={5}
          className="max-h-72 font-mono"
        />
      </Field>
      <Switch
        label="It failed"
        checked={form.isError}
        onCheckedChange={(isError) => change({ isError })}
        hint="The model reads the result as an error"
      />
      <Field label="More context" hint="The model reads it before it goes on">
        <TextArea value={form.context} onValueChange={(context) => change({ context })} rows={2} className="max-h-60" />
      </Field>
      {tools.length > 0 && (
        <fieldset className="flex min-w-0 flex-col gap-1">
          <legend className="pb-1 text-sm font-medium text-soft">Tools that it has</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {tools.map((name) => (
              <label key={name} className="flex min-w-0 items-center gap-1.5">
                <input
                  type="checkbox"
                  className="accent-(--accent)"
                  checked={!form.withoutTools.includes(name)}
                  onChange={({ target }) => {
                    const others = form.withoutTools.filter((tool) => tool !== name);
                    change({ withoutTools: target.checked ? others : [...others, name] });
                  }}
                />
                <span className="truncate font-mono text-sm">{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </BranchDialog>
  );
}

function headOf({ window }: OpenThread): string | null {
  return window.headId;
}
