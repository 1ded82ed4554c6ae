import { must } from '../../shared/lib/assert.ts';
import { isPathEntry, type PathEntry, type ToolResultBody } from '../../shared/thread/entry.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import { todosIn, type TodoItem } from '../../shared/todos/list.ts';
import { instructionsOf, type ResolvedAgent } from './agent.ts';
import { stopReason, type LoopEffects, type RunOutcome } from './effects.ts';
import { callModel } from './model-call.ts';
import { runCalls } from './tool-calls.ts';
import { toolSchema } from './tool.ts';
import { writeTodosTool } from './write-todos.ts';

export type LoopResult = {
  readonly outcome: RunOutcome;
  /** The list as the run left it, when the agent keeps one and it was ever written. */
  readonly todos?: readonly TodoItem[];
};

/**
 * The run loop: ask the model, run what it calls, answer it, until it calls nothing more. `path` is the branch that the
 * run goes on from, its newest entry the run's tip. Everything it does to the world goes through `effects`.
 */
export async function runAgent(
  agent: ResolvedAgent,
  path: readonly PathEntry[],
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<LoopResult> {
  const branch = [...path];
  const keepsTodos = agent.snapshot.todos === 'list';
  let todos = keepsTodos ? todosIn(messagesOf(branch)) : undefined;
  if (todos !== undefined) effects.todosChanged(todos);

  const growing: LoopEffects = {
    ...effects,
    append(drafts) {
      const appended = effects.append(drafts);
      if (appended.ok) branch.push(...appended.value.filter(isPathEntry));
      return appended;
    },
  };
  const onResult = ({ details }: ToolResultBody): void => {
    if (!keepsTodos || details?.kind !== 'todos') return;
    todos = details.todos;
    effects.todosChanged(todos);
  };
  const tools = keepsTodos ? [writeTodosTool(() => todos), ...agent.tools] : agent.tools;
  const outcome = await runSteps(agent, tools, branch, onResult, growing, signal);
  return { outcome, todos };
}

async function runSteps(
  agent: ResolvedAgent,
  tools: ResolvedAgent['tools'],
  branch: readonly PathEntry[],
  onResult: (result: ToolResultBody) => void,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { model, workspace, snapshot } = agent;
  const instructions = instructionsOf(agent);
  const schemas = tools.map(toolSchema);
  for (let step = 1; step <= snapshot.maxSteps; step += 1) {
    const folder = await workspace?.check();
    if (folder?.ok === false) return { status: 'failed', error: folder.error };
    if (signal.aborted) return { status: stopReason(signal) };
    const tip = must(branch.at(-1), 'the entry that a run goes on from').id;
    const request = { instructions, messages: messagesOf(branch), tools: schemas };
    const answer = await callModel(model, request, step, tip, effects, signal);
    if (answer.type === 'ended') return answer.outcome;
    const { calls } = answer.body;
    if (calls.length === 0) return { status: 'finished' };
    const ran = await runCalls({ messageId: answer.id, calls, tools, workspace, onResult }, effects, signal);
    if (!ran.ok) return { status: 'failed', error: ran.error };
  }
  return signal.aborted ? { status: stopReason(signal) } : { status: 'limit' };
}
