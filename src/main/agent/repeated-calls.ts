import { canonicalText } from '../../shared/lib/json.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { WRITE_TODOS } from '../../shared/todos/list.ts';
import { TODO_TOOL } from '../../shared/todos/phases/todo-op.ts';
import { toolError, type ToolOutcome } from './tool.ts';

export const REPEATED: ToolOutcome = toolError(
  'Not run: you have made this very call again and again, and got the same answer each time. That answer stands. ' +
    'Do something else: other arguments, another tool, or tell the person what holds you up.',
);

/** To say how far the plan is, and that it is as it was, is no idling. Nor does it make other calls any less repeated. */
const EXEMPT: ReadonlySet<string> = new Set([WRITE_TODOS, TODO_TOOL]);

/** The newest call, and how often it was made in a row. */
type Streak = { readonly key: string | undefined; readonly length: number };

/**
 * Which of the calls that come next on a branch repeat what was called `most` times in a row already, with equal arguments and
 * one answer, since a person said something. `most`: 0 for any number.
 */
export function repeatedCalls(
  calls: readonly ToolCall[],
  branch: readonly PathEntry[],
  most: number,
): ReadonlySet<ToolCall> {
  const repeated = new Set<ToolCall>();
  if (most === 0) return repeated;
  let streak = streakAtEnd(branch);
  for (const call of calls) {
    if (EXEMPT.has(call.name)) continue;
    const key = keyOf(call);
    streak = { key, length: key === streak.key ? streak.length + 1 : 1 };
    if (streak.length > most) repeated.add(call);
  }
  return repeated;
}

function streakAtEnd(branch: readonly PathEntry[]): Streak {
  let key: string | undefined;
  let answer: string | undefined;
  let length = 0;
  let answers = new Map<string, string>();
  for (let index = branch.length - 1; index >= 0; index -= 1) {
    const entry = branch[index];
    if (entry?.kind === 'user_message') break;
    if (entry?.kind === 'tool_result') answers.set(entry.callId, entry.content);
    if (entry?.kind !== 'assistant_message') continue;
    for (const call of entry.calls.toReversed()) {
      const got = answers.get(call.id);
      if (got === undefined || EXEMPT.has(call.name)) continue;
      const own = keyOf(call);
      key ??= own;
      if (got !== REPEATED.content) answer ??= got;
      if (own !== key || (got !== REPEATED.content && got !== answer)) return { key, length };
      length += 1;
    }
    // Ids may be used again: what answers this step answers no earlier one.
    answers = new Map();
  }
  return { key, length };
}

function keyOf({ name, arguments: text }: ToolCall): string {
  return `${name} ${canonicalText(text)}`;
}
