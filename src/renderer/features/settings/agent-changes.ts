import type { AgentSettings } from '../../../shared/run/agent.ts';

const WORDS: { readonly [K in keyof AgentSettings]-?: string } = {
  name: 'name',
  model: 'model',
  instructions: 'instructions',
  reasoning: 'reasoning',
  tools: 'tools',
  approvals: 'approvals',
  commandRules: 'command rules',
  approvalLimit: 'limit of approvals',
  workspace: 'folder',
  todos: 'todos',
  limits: 'limits',
  answer: 'form of the answer',
  handoffs: 'handoffs',
  subagents: 'sub-agents',
};

/** What a version changed, in words; `before` is absent for the first. */
export function changedFields(before: AgentSettings | undefined, after: AgentSettings): readonly string[] {
  if (before === undefined) return ['created'];
  const fields = Object.keys(WORDS) as (keyof AgentSettings)[];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return changed.length === 0 ? ['saved without a change'] : changed.map((field) => WORDS[field]);
}
