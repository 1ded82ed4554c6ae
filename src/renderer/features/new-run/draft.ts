import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import type { AgentRecord, Reasoning, TodosKind, WorkspaceMode } from '../../../shared/run/agent.ts';
import type { Permission } from '../../../shared/run/permission.ts';
import { RUN_COMMAND } from '../../../shared/run/workspace-tools.ts';

/** The run that the person is about to start. What is absent is as the agent has it. */
export type Draft = {
  readonly agentId?: string;
  readonly text: string;
  readonly workspace: string;
  readonly workspaceMode?: WorkspaceMode;
  readonly model: string;
  readonly todos?: TodosKind;
  readonly reasoning?: Reasoning;
  /** Whether commands run without asking. */
  readonly commands?: Permission;
  /** As typed. */
  readonly maxSteps: string;
};

const EMPTY: Draft = { text: '', workspace: '', model: '', maxSteps: '' };

type DraftState = {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** After a start: the next run is likely to be by the same agent in the same folder. */
  readonly started: () => void;
};

export const useDraft = create<DraftState>()(
  persist(
    (set) => ({
      draft: EMPTY,
      change: (part) => set(({ draft }) => ({ draft: { ...draft, ...part } })),
      started: () =>
        set(({ draft: { agentId, workspace, workspaceMode } }) => ({
          draft: { ...EMPTY, agentId, workspace, workspaceMode },
        })),
    }),
    { name: 'runlight-new-run', partialize: ({ draft }) => ({ draft }) },
  ),
);

/** What the draft asks the engine for, once an agent is chosen. */
export function requestOf(draft: Draft, agent: AgentRecord): RequestInput<'run.start'> {
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
