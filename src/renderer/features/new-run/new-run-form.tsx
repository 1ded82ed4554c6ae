import { ChevronRight, Play } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { type RequestInput, requests } from '../../../shared/ipc/contract.ts';
import type { Failure } from '../../../shared/lib/result.ts';
import { useAttachments } from '../../data/attachments.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { navigate } from '../../state/route.ts';
import { showNewRun } from '../../state/show-thread.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { focusFirstInvalid } from '../../ui/focus-invalid.ts';
import { Field } from '../../ui/field.tsx';
import { FolderField } from '../../ui/folder-field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ModelInput } from '../../ui/model-input.tsx';
import { Select } from '../../ui/select.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { Advanced } from './advanced.tsx';
import { type UnsentRun, fieldOfFailure, requestOf } from './unsent-run.ts';
import { FolderBusyActions } from './folder-busy-actions.tsx';
import { fileName, type RunnableAgent } from './runnable-agents.ts';
import { PromptField } from './prompt-field.tsx';
import type { EditedRun } from './use-unsent-run.ts';
import { WorkIn } from './work-in.tsx';

/** Where the attachments of a run that has not begun are kept. */
const NEW_RUN = 'new';
const MODELS_FRESH_MS = 15_000;

type NewRunFormProps = {
  readonly edited: EditedRun;
  readonly agents: readonly RunnableAgent[];
  /** The agent that the person asked for by coming here. */
  readonly askedAgentId: string | undefined;
  /** The model that was chosen last: agents without one of their own use it. */
  readonly lastModel: string;
};

export function NewRunForm({ edited, agents, askedAgentId, lastModel }: NewRunFormProps) {
  const { unsent, change, started } = edited;
  /** Complaints come with the first try, and go as soon as they are met. */
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const start = useAction('run.start');
  const models = useAnswer('models.list', {}, { staleTime: MODELS_FRESH_MS });
  const attachments = useAttachments(NEW_RUN, !unsent.unsaved);
  const drop = useFileDrop(attachments.add);
  // A key pressed twice comes sooner than any state of the page.
  const starting = useRef(false);
  const agent =
    agents.find(({ id }) => id === askedAgentId) ?? agents.find(({ id }) => id === unsent.agentId) ?? agents[0];
  if (agent === undefined) return null;
  const usualModel = agent.model || lastModel;
  const request = { ...requestOf(unsent, agent), attachments: [...attachments.files] };
  const found = errorsIn(request, usualModel);
  const errors = tried ? found : {};
  const failure = start.error?.failure;
  const failedField = failure && fieldOfFailure(failure.code);
  const failedText = failure && sentence(failure);

  /** What was said of another value would mislead. */
  function changeAnew(part: Partial<UnsentRun>): void {
    start.reset();
    change(part);
  }

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (starting.current || attachments.pending > 0) return;
    setTried(true);
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current);
    begin(request);
  }

  function begin(asked: RequestInput<'run.start'>): void {
    if (starting.current) return;
    starting.current = true;
    start.mutate(asked, {
      onSuccess: ({ threadId }) => {
        started();
        attachments.clear();
        showNewRun(threadId);
      },
      onError: () => focusFirstInvalid(form.current),
      onSettled: () => {
        starting.current = false;
      },
    });
  }

  return (
    <form
      ref={form}
      className={cx('flex flex-col gap-4', drop.over && 'rounded-sm outline-2 outline-offset-8 outline-accent')}
      onSubmit={submit}
      noValidate
      {...drop.handlers}
    >
      <PromptField
        value={unsent.text}
        onValueChange={(text) => change({ text })}
        error={errors.text}
        attachments={attachments}
        folder={request.workspace}
        onSend={submit}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field label="Agent" hint={agent.file && `From code: ${agent.file}`}>
          <Select
            value={agent.id}
            onValueChange={(id) => {
              change({ agentId: id });
              // The address no longer asks for another.
              if (askedAgentId !== undefined) navigate({ view: 'new' });
            }}
            options={agents.map(({ id, name, file }) => ({
              value: id,
              label: name,
              hint: file && `from ${fileName(file)}`,
            }))}
          />
        </Field>
        <Field
          label="Model"
          hint={
            unsent.model === '' && usualModel !== ''
              ? `Left empty: ${agent.model === '' ? 'the one chosen last' : 'the agent’s own'}`
              : undefined
          }
          error={errors.model ?? (failedField === 'model' ? failedText : undefined)}
        >
          <ModelInput
            value={unsent.model}
            onValueChange={(model) => changeAnew({ model })}
            list={models.data}
            onAskAgain={() => void models.refetch()}
            placeholder={usualModel || 'Choose a model'}
          />
        </Field>
      </div>
      <FolderField
        value={unsent.workspace}
        usual={agent.workspace}
        hint={
          agent.workspace === undefined
            ? 'The agent reads and changes files here, and nowhere else. Without a folder it has no files.'
            : 'Left empty: the agent’s own. It reads and changes files here, and nowhere else.'
        }
        onValueChange={(workspace) => changeAnew({ workspace })}
        error={errors.workspace ?? (failedField === 'workspace' ? failedText : undefined)}
      />
      {request.workspace !== undefined && (
        <WorkIn
          mode={unsent.workspaceMode ?? 'folder'}
          onModeChange={(workspaceMode) => changeAnew({ workspaceMode })}
        />
      )}
      <details className="group" open={errors.steps !== undefined || errors.minutes !== undefined || undefined}>
        <summary className="flex w-fit cursor-default items-center gap-1 rounded text-soft hover:text-text">
          <ChevronRight aria-hidden className="size-3.5 transition-transform duration-100 group-open:rotate-90" />
          Advanced
        </summary>
        <Advanced
          unsent={unsent}
          agent={agent}
          change={change}
          maxStepsError={errors.steps}
          approvalLimitError={errors.minutes}
        />
      </details>
      {failure !== undefined && failedField === undefined && (
        <FailureNote
          failure={failure}
          action={
            failure.code === 'folder_busy' && (
              <FolderBusyActions
                disabled={start.isPending}
                onCopy={() => begin({ ...request, workspaceMode: 'copy' })}
                onForce={() => begin({ ...request, force: true })}
              />
            )
          }
        />
      )}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" size="lg" icon={<Play aria-hidden />} disabled={start.isPending}>
          {start.isPending ? 'Starting…' : 'Start run'}
        </Button>
        <span className="text-sm text-faint">
          <Kbd>Enter</Kbd> starts, <Kbd>Shift+Enter</Kbd> makes a new line
        </span>
      </div>
    </form>
  );
}

/** Complaints by field: those of the contract, and that no model is known. */
function errorsIn(request: RequestInput<'run.start'>, usualModel: string): { readonly [field: string]: string } {
  const parsed = requests['run.start'].input.safeParse(request);
  const errors = parsed.success ? {} : fieldErrors(parsed.error);
  const model = request.overrides?.model ?? usualModel;
  return model === '' ? { ...errors, model: 'Choose a model' } : errors;
}

function sentence({ message, hint }: Failure): string {
  return hint === undefined ? message : `${message}. ${hint}.`;
}
