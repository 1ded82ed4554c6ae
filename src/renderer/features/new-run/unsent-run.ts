import { z } from 'zod';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { parseJson } from '../../../shared/lib/json.ts';
import { Reasoning, TodosKind, WorkspaceMode } from '../../../shared/run/agent.ts';
import { Permission } from '../../../shared/run/permission.ts';
import { ApprovalLimitForm, approvalLimitOf } from '../../ui/approval-limit-form.ts';
import type { RunnableAgent } from './runnable-agents.ts';
import { RUN_COMMAND } from '../../../shared/run/workspace-tools.ts';

const Stored = z.object({
  agentId: z.string().optional(),
  text: z.string().default(''),
  workspace: z.string().default(''),
  workspaceMode: WorkspaceMode.optional(),
  model: z.string().default(''),
  todos: TodosKind.optional(),
  reasoning: Reasoning.optional(),
  /** Whether commands run without asking. */
  commands: Permission.optional(),
  /** What becomes of calls that nobody decides about. */
  approvalLimit: ApprovalLimitForm.optional(),
  /** As typed. */
  maxSteps: z.string().default(''),
  /** Whether it is to be kept in memory alone. */
  unsaved: z.boolean().default(false),
});
/** The run that the person is about to start. What is absent is as the agent has it. */
export type UnsentRun = Readonly<z.output<typeof Stored>>;

export const EMPTY_RUN: UnsentRun = { text: '', workspace: '', model: '', maxSteps: '', unsaved: false };

/** What does not fit one of today reads as one that is empty. */
export function parseUnsentRun(text: string): UnsentRun {
  const parsed = Stored.safeParse(parseJson(text));
  return parsed.success ? parsed.data : EMPTY_RUN;
}

/** What it asks the engine for, once an agent is chosen. */
export function requestOf(unsent: UnsentRun, agent: RunnableAgent): RequestInput<'run.start'> {
  const { commands } = unsent;
  const workspace = unsent.workspace.trim() || agent.workspace;
  return {
    agentId: agent.id,
    text: unsent.text,
    workspace,
    workspaceMode: workspace === undefined ? undefined : unsent.workspaceMode,
    saveHistory: !unsent.unsaved,
    overrides: {
      model: unsent.model.trim() || undefined,
      todos: unsent.todos,
      reasoning: unsent.reasoning,
      approvals: commands === undefined ? undefined : { ...agent.approvals, [RUN_COMMAND]: commands },
      approvalLimit: unsent.approvalLimit && approvalLimitOf(unsent.approvalLimit),
      limits: unsent.maxSteps.trim() === '' ? undefined : { ...agent.limits, steps: Number(unsent.maxSteps) },
    },
  };
}

/** The field that a failed start is about; `undefined` when it is about none. */
export function fieldOfFailure(code: string): 'workspace' | 'model' | undefined {
  switch (code) {
    case 'bad_folder':
    case 'workspace_gone':
      return 'workspace';
    case 'no_model':
    case 'model_unknown':
      return 'model';
    default:
      return undefined;
  }
}
