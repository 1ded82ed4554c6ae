import type { ResolvedAgent } from '../../agent/agent.ts';
import type { Model } from '../../agent/model.ts';
import type { AnyTool } from '../../agent/tool.ts';
import type { ScriptedStep } from '../../models/scenario.ts';
import { childrenOf } from '../../threads/children.ts';
import { branchPage } from '../../threads/branches.ts';
import { headOf } from '../../threads/thread-rows.ts';
import { agentOf, type Desk } from './desk.ts';

/** For tests: a call that gives `task` to the agent of this name, as the model writes it. */
export const asking = (name: string, task: string) => ({ name: `ask_${name}`, arguments: { task } });

export type NamedAgentOptions = {
  readonly tools?: readonly AnyTool[];
  readonly subagents?: readonly ResolvedAgent[];
  readonly snapshot?: Partial<ResolvedAgent['snapshot']>;
};

export function named(
  name: string,
  steps: readonly ScriptedStep[] | Model,
  { tools = [], subagents = [], snapshot = {} }: NamedAgentOptions = {},
): ResolvedAgent {
  const agent = agentOf(steps, tools);
  return { ...agent, subagents, snapshot: { ...agent.snapshot, name, ...snapshot } };
}

/** A line of agents, each of which asks the next one; the last does `steps`. */
export function lineOf(levels: number, steps: readonly ScriptedStep[] | Model): ResolvedAgent {
  let agent = named(`a${levels}`, steps);
  for (let level = levels - 1; level >= 0; level -= 1) {
    agent = named(`a${level}`, [{ calls: [asking(`a${level + 1}`, 'Go on')] }, { text: `${level} done` }], {
      subagents: [agent],
    });
  }
  return agent;
}

/** What the calls of a thread's active branch were answered, in order. */
export function resultsOf({ store }: Desk, threadId: string): readonly string[] {
  const head = headOf(store.read, threadId) ?? '';
  const page = branchPage(store.read, { threadId, endsAt: head, limit: 1000 });
  return (page?.entries ?? []).flatMap((entry) =>
    entry.kind === 'tool_result' ? [`${entry.isError ? 'error: ' : ''}${entry.content}`] : [],
  );
}

/** The ids of a thread and of its first child, grandchild, and so on. */
export function lineOfThreads({ store }: Desk, threadId: string): readonly string[] {
  const ids = [threadId];
  for (;;) {
    const [child] = childrenOf(store.read, ids.at(-1) ?? '');
    if (child === undefined) return ids;
    ids.push(child);
  }
}
