import { RUN_COMMAND } from '../../../shared/run/workspace-tools.ts';
import { REASONING_OPTIONS } from '../../ui/reasoning-options.ts';
import { ApprovalLimitField } from '../../ui/approval-limit-field.tsx';
import { approvalLimitForm } from '../../ui/approval-limit-form.ts';
import { Field } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { UnsentRun } from './unsent-run.ts';
import type { RunnableAgent } from './runnable-agents.ts';

type AdvancedProps = {
  readonly unsent: UnsentRun;
  readonly agent: RunnableAgent;
  readonly change: (part: Partial<UnsentRun>) => void;
  readonly maxStepsError: string | undefined;
  readonly approvalLimitError: string | undefined;
};

/** What differs from the agent's own settings, for this run alone. */
export function Advanced({ unsent, agent, change, maxStepsError, approvalLimitError }: AdvancedProps) {
  const todos = unsent.todos ?? agent.todos;
  const runsCommands = agent.file === undefined || agent.tools.includes(RUN_COMMAND);
  return (
    <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-4 pl-[18px]">
      <Segmented
        label="Todos"
        value={todos === false ? 'off' : todos}
        onValueChange={(kind) => change({ todos: kind === 'off' ? false : kind })}
        options={[
          { value: 'off', label: 'Off' },
          { value: 'list', label: 'List' },
          { value: 'phases', label: 'Phases' },
        ]}
      />
      <Segmented
        label="Reasoning"
        value={unsent.reasoning ?? agent.reasoning}
        onValueChange={(reasoning) => change({ reasoning })}
        options={REASONING_OPTIONS}
      />
      {runsCommands && (
        <Segmented
          label="Commands"
          value={unsent.commands ?? agent.approvals[RUN_COMMAND] ?? 'ask'}
          onValueChange={(commands) => change({ commands })}
          options={[
            { value: 'ask', label: 'Ask me first' },
            { value: 'always', label: 'Allow all' },
          ]}
        />
      )}
      <ApprovalLimitField
        value={unsent.approvalLimit ?? approvalLimitForm(agent.approvalLimit)}
        onValueChange={(approvalLimit) => change({ approvalLimit })}
        error={approvalLimitError}
      />
      <Field label="Limit of steps" error={maxStepsError} className="w-40">
        <TextInput
          inputMode="numeric"
          value={unsent.maxSteps}
          onValueChange={(maxSteps) => change({ maxSteps })}
          placeholder={String(agent.limits.steps)}
        />
      </Field>
      <div className="basis-full">
        <Switch
          label="Do not save"
          hint="It is kept in memory alone, and gone when Runlight closes. What files held before is not kept, so their changes cannot be reverted."
          checked={unsent.unsaved}
          onCheckedChange={(unsaved) => change({ unsaved })}
        />
      </div>
    </div>
  );
}
