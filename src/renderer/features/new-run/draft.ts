import { z } from 'zod';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { parseJson } from '../../../shared/lib/json.ts';
import { Reasoning, TodosKind, WorkspaceMode } from '../../../shared/run/agent.ts';
import { Permission } from '../../../shared/run/permission.ts';
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
  /** As typed. */
  maxSteps: z.string().default(''),
});
/** The run that the person is about to start. What is absent is as the agent has it. */
export type Draft = Readonly<z.output<typeof Stored>>;

export const EMPTY_DRAFT: Draft = { text: '', workspace: '', model: '', maxSteps: '' };

/** What does not fit a draft of today reads as one that is empty. */
export function parseDraft(text: string): Draft {
  const parsed = Stored.safeParse(parseJson(text));
  return parsed.success ? parsed.data : EMPTY_DRAFT;
}

/** What the draft asks the engine for, once an agent is chosen. */
export function requestOf(draft: Draft, agent: RunnableAgent): RequestInput<'run.start'> {
  const { commands } = draft;
  const workspace = draft.workspace.trim() || agent.workspace;
  return {
    agentId: agent.id,
    text: draft.text,
    workspace,
    workspaceMode: workspace === undefined ? undefined : draft.workspaceMode,
    overrides: {
      model: draft.model.trim() || undefined,
      todos: draft.todos,
      reasoning: draft.reasoning,
      approvals: commands === undefined ? undefined : { ...agent.approvals, [RUN_COMMAND]: commands },
      limits: draft.maxSteps.trim() === '' ? undefined : { ...agent.limits, steps: Number(draft.maxSteps) },
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
