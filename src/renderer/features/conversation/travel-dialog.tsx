import { prettyJson } from '../../../shared/lib/json.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { useState } from 'react';
import { useAction, useAnswer } from '../../data/queries.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { useUnsent } from '../../data/unsent.ts';
import { setTravelling, type TravelPoint } from '../../state/branching.ts';
import { showContextAt } from '../../state/context-at.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { KeptNote } from '../../ui/kept-note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { BranchDialog, type BranchChoice } from './branch-dialog.tsx';
import { ToolChoice } from './tool-choice.tsx';
import {
  keptForm,
  resultProblem,
  toolNames,
  travelChanges,
  travelForm,
  travelParent,
  withCall,
} from './travel-form.ts';
import { callLine, travelSteps, type TravelStep } from './travel-steps.ts';

type TravelDialogProps = { readonly threadId: string; readonly point: TravelPoint };

/** Goes on from an earlier step, with something changed. */
export function TravelDialog({ threadId, point }: TravelDialogProps) {
  const branch = useThreadPart(threadId, branchOf).data;
  const [messageId, setMessageId] = useState(point.messageId);
  const steps = travelSteps(branch?.entries ?? []);
  const step = steps.find((one) => one.messageId === messageId) ?? steps.at(-1);
  if (branch?.headId == null || step === undefined) return null;
  return (
    <StepDialog
      key={step.messageId}
      threadId={threadId}
      leafId={branch.headId}
      step={step}
      callId={step.messageId === point.messageId ? point.callId : undefined}
      picker={
        <Field label="Step" hint={branch.hasEarlier ? 'Scroll up in the conversation for earlier ones' : undefined}>
          <Select
            value={step.messageId}
            onValueChange={setMessageId}
            options={steps
              .map((one, index) => ({
                value: one.messageId,
                label: branch.hasEarlier ? one.line : `${index + 1}. ${one.line}`,
              }))
              .reverse()}
          />
        </Field>
      }
    />
  );
}

function branchOf({ window: { entries, headId, hasEarlier } }: OpenThread) {
  return { entries, headId, hasEarlier };
}

type StepDialogProps = {
  readonly threadId: string;
  readonly leafId: string;
  readonly step: TravelStep;
  readonly callId: string | undefined;
  readonly picker: React.ReactNode;
};

const SUBJECTS = { result: 'A result', message: 'The message', neither: 'Neither' } as const;

/** What would be a change, while there is none. */
const WHAT_COUNTS = {
  result: 'Change the result, add context, or take a tool away',
  message: 'Change the message, add context, or take a tool away',
  neither: 'Add context, or take a tool away',
} as const;

function StepDialog({ threadId, leafId, step, callId, picker }: StepDialogProps) {
  const { messageId, parentId, calls, asked } = step;
  const tools = toolNames(useAnswer('context.of', { threadId, entryId: messageId }).data?.tools);
  // Only messages are edited, and only answers are gone back to: the two never share a key.
  const [unsent, update] = useUnsent(`edit:${threadId}:${messageId}`);
  // What is there when the dialog opens was written before.
  const [wroteHere, setWroteHere] = useState(false);
  const kept = keptForm(unsent ?? '');
  const begun = kept ?? travelForm(step, callId);
  const form = wroteHere || callId === undefined ? begun : withCall(begun, callId);
  const start = useAction('run.travel');
  const call = calls.find((one) => one.callId === form.callId);
  const { result = call?.content ?? '', isError = call?.isError ?? false } = form;
  const problem = form.subject === 'result' ? resultProblem(result, call?.content ?? '') : undefined;
  const changes = travelChanges(form, step);
  const close = (): void => setTravelling(threadId, undefined);
  const subjects = (['result', 'message', 'neither'] as const).filter(
    (one) => one === 'neither' || (one === 'result' ? calls.length > 0 : asked !== undefined),
  );

  function change(part: Partial<typeof form>): void {
    setWroteHere(true);
    update(() => JSON.stringify({ ...form, ...part }));
  }

  function discard(): void {
    update(() => '');
  }

  function leave(): void {
    discard();
    close();
  }

  function submit(choice: BranchChoice): void {
    if (changes === undefined) return;
    start.mutate({ threadId, leafId, messageId, changes, ...choice }, { onSuccess: leave });
  }

  return (
    <BranchDialog
      title="Go back and change"
      description="Change a result and the run goes on after the step; change the message and it is answered anew; change neither and the model is asked for the step again, with more context or fewer tools. What is there stays on its own branch."
      action="Go on"
      disabled={unsent === undefined || start.isPending || changes === undefined || problem !== undefined}
      missing={changes === undefined ? WHAT_COUNTS[form.subject] : undefined}
      failure={start.error?.failure}
      threadId={threadId}
      fromEntryId={travelParent(changes, step)}
      onStart={submit}
      onClose={close}
      onCancel={leave}
    >
      {kept !== undefined && !wroteHere && <KeptNote onDiscard={discard} />}
      {picker}
      {parentId !== null && (
        <Button
          size="sm"
          variant="ghost"
          className="-mt-2 self-start"
          onClick={() => {
            close();
            showContextAt({ threadId, entryId: parentId });
          }}
        >
          Show what the model saw
        </Button>
      )}
      <Segmented
        label="Change"
        value={form.subject}
        onValueChange={(subject) => change({ subject })}
        options={subjects.map((value) => ({ value, label: SUBJECTS[value] }))}
      />
      {form.subject === 'result' && call !== undefined && (
        <>
          {calls.length > 1 && (
            <Field label="Call">
              <Select
                value={call.callId}
                onValueChange={(next) => change(withCall(form, next))}
                options={calls.map((one) => ({ value: one.callId, label: callLine(one) }))}
              />
            </Field>
          )}
          <div className="flex min-w-0 flex-col gap-1">
            <p className="text-sm font-medium text-soft">Arguments</p>
            <pre
              tabIndex={0}
              role="group"
              aria-label="Arguments"
              dir="auto"
              className="scroll-thin max-h-40 overflow-auto rounded-md border bg-code px-2.5 py-1.5 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
            >
              {visibleText(prettyJson(call.arguments))}
            </pre>
          </div>
          <Field label={`Result of ${call.name}`} error={problem}>
            <TextArea
              value={result}
              onValueChange={(text) => change({ result: text })}
              rows={5}
              className="max-h-72 font-mono"
            />
          </Field>
          <Switch
            label="It failed"
            checked={isError}
            onCheckedChange={(failed) => change({ isError: failed })}
            hint="The model reads the result as an error"
          />
        </>
      )}
      {form.subject === 'message' && (
        <Field label="Message" hint={asked?.attached && 'Its attachments go along'}>
          <TextArea
            value={form.message ?? asked?.text ?? ''}
            onValueChange={(message) => change({ message })}
            rows={4}
            className="max-h-72"
          />
        </Field>
      )}
      <Field label="More context" hint="The model reads it before it goes on">
        <TextArea value={form.context} onValueChange={(context) => change({ context })} rows={2} className="max-h-60" />
      </Field>
      <ToolChoice tools={tools} without={form.withoutTools} onChange={(withoutTools) => change({ withoutTools })} />
    </BranchDialog>
  );
}
