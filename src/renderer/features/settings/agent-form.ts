import { type AgentRecord, type AgentSettings, DEFAULT_MAX_STEPS } from '../../../shared/run/agent.ts';

/** An agent as it is being edited; without an id it is a new one. */
export type AgentForm = Omit<AgentSettings, 'maxSteps'> & {
  readonly id?: string;
  /** As typed. */
  readonly maxSteps: string;
};

export const NEW_AGENT: AgentForm = {
  name: '',
  model: '',
  instructions: '',
  files: true,
  todos: 'list',
  commands: 'ask',
  maxSteps: String(DEFAULT_MAX_STEPS),
};

export function agentFormOf(agent: AgentRecord): AgentForm {
  const { id, name, model, instructions, files, todos, commands, maxSteps } = agent;
  return { id, name, model, instructions, files, todos, commands, maxSteps: String(maxSteps) };
}

/** The same agent under a name that is free. */
export function copyOf(agent: AgentRecord, names: readonly string[]): AgentForm {
  const form = { ...agentFormOf(agent), id: undefined };
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${agent.name} copy` : `${agent.name} copy ${number}`;
    if (!names.includes(name)) return { ...form, name };
  }
}

/** What goes to the engine; `maxSteps` is no number when none was typed. */
export function agentOf({ maxSteps, ...form }: AgentForm): AgentSettings & { readonly id?: string } {
  return { ...form, maxSteps: maxSteps.trim() === '' ? Number.NaN : Number(maxSteps) };
}
