import type { AgentSettings, AgentSnapshot } from '../../shared/run/agent.ts';
import type { Model } from './model.ts';
import type { AnyTool } from './tool.ts';

/** What a snapshot takes as it is from how an agent is set up. */
export type SnapshotSettings = Omit<
  Pick<AgentSettings, keyof AgentSettings & keyof AgentSnapshot>,
  'model' | 'tools' | 'subagents'
> &
  Pick<AgentSnapshot, 'subagents'>;
/** What the person chose for the run. */
export type SnapshotChoice = Pick<AgentSnapshot, 'id' | 'version' | 'overrides' | 'workspace' | 'copy'>;

/** What a run's first note keeps of its agent: the settings with the person's overrides, and what it really got. */
export function snapshotOf(
  settings: SnapshotSettings,
  { id, version, overrides, workspace, copy }: SnapshotChoice,
  model: Model,
  tools: readonly AnyTool[],
): AgentSnapshot {
  const { name, instructions, reasoning, approvals, commandRules, approvalLimit, todos, limits, ...others } = {
    ...settings,
    ...overrides,
  };
  return {
    id,
    version,
    name,
    model: model.id,
    instructions,
    reasoning,
    tools: tools.map((tool) => tool.name),
    approvals,
    commandRules,
    ...(approvalLimit == null ? {} : { approvalLimit }),
    todos,
    limits,
    answer: others.answer,
    handoffs: others.handoffs,
    subagents: others.subagents,
    overrides,
    workspace,
    ...(copy === undefined ? {} : { copy }),
  };
}
