import { ok, type Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import { commitResults, resultOf, type StepResults } from './call-results.ts';
import type { LoopEffects } from './effects.ts';
import { BEGUN, filesOfInterrupted } from './interrupted-calls.ts';
import { reportOutcome } from './subagent-tools.ts';

/**
 * Answers the calls of a step that had begun when the program ended. A task is answered by what its agent comes to, which
 * may have gone on; of any other call nobody knows what it did. The failure is the store's.
 */
export async function takeUpCalls(
  calls: readonly ToolCall[],
  step: StepResults & { readonly workspace?: LocalWorkspace },
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Result<null>> {
  const tasks = calls.map((call) => ({ call, task: effects.takeUpTask(step.messageId, call.id, signal) }));
  const lost = tasks.flatMap(({ call, task }) => (task === undefined ? [call] : []));
  const notes = lost.flatMap((call): readonly Draft[] => {
    const body = filesOfInterrupted(call, step.workspace?.root);
    return body === undefined ? [] : [{ id: effects.newId(), targetId: step.messageId, body }];
  });
  const results = lost.map((call) => resultOf(call, BEGUN, step));
  const told = lost.length === 0 ? ok(null) : commitResults(results, step, effects, notes);
  if (!told.ok) return told;
  const stored = await Promise.all(
    tasks.map(async ({ call, task }): Promise<Result<null>> => {
      if (task === undefined) return ok(null);
      const outcome = reportOutcome(task.agent, await task.report);
      return commitResults([resultOf(call, outcome, step)], step, effects);
    }),
  );
  return stored.find((result) => !result.ok) ?? ok(null);
}
