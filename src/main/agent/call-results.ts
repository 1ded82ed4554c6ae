import { ok, type Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { ToolResultBody } from '../../shared/thread/entry.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { LoopEffects } from './effects.ts';
import type { ToolOutcome } from './tool.ts';

/** Where the results of one step go. */
export type StepResults = {
  /** The assistant message that made the calls. */
  readonly messageId: string;
  /** Called after a result is committed. */
  readonly onResult: (result: ToolResultBody) => void;
};

export function resultOf(call: ToolCall, outcome: ToolOutcome, { messageId }: StepResults): ToolResultBody {
  const { content, isError = false, details } = outcome;
  const { id: callId, name: toolName } = call;
  return { kind: 'tool_result', messageId, callId, toolName, content, isError, details };
}

/** Commits results, and notes before them, all or nothing. */
export function commitResults(
  results: readonly ToolResultBody[],
  step: StepResults,
  effects: LoopEffects,
  notes: readonly Draft[] = [],
): Result<null> {
  const stored = effects.append([...notes, ...results.map((body): Draft => ({ id: effects.newId(), body }))]);
  if (!stored.ok) return stored;
  for (const body of results) step.onResult(body);
  return ok(null);
}
