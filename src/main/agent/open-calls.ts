import type { PathEntry } from '../../shared/thread/entry.ts';
import { visiblePath } from '../../shared/thread/visible-path.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';

/** Calls of a step that nothing has answered yet, and the message that made them. */
export type OpenCalls = { readonly messageId: string; readonly calls: readonly ToolCall[] };

/**
 * The calls that a branch ends with and that wait to be run, in their order; `undefined` when none do. Once another
 * message has followed, or a summary stands for them, they wait no more: the model reads that they were interrupted.
 */
export function openCalls(branch: readonly PathEntry[]): OpenCalls | undefined {
  const answered = new Set<string>();
  for (const entry of visiblePath(branch).entries.toReversed()) {
    if (entry.kind === 'tool_result') answered.add(entry.callId);
    if (entry.kind === 'user_message') return undefined;
    if (entry.kind !== 'assistant_message') continue;
    const calls = entry.calls.filter(({ id }) => !answered.has(id));
    return calls.length === 0 ? undefined : { messageId: entry.id, calls };
  }
  return undefined;
}
