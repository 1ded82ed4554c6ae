import { isRecord, parseJson } from '../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { InterventionBody } from '../../shared/thread/context-bodies.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { PathBody, PathEntry, ToolResultBody } from '../../shared/thread/entry.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { parseTodos, sameTodos, todosIn, WRITE_TODOS, type TodoItem } from '../../shared/todos/list.ts';

/** What a person changes before a run goes on from an earlier step. At least one of them. */
export type TravelChanges = {
  /** What the model reads as the result of one of the step's calls. The results of the others stay as they were. */
  readonly result?: { readonly callId: string; readonly content: string; readonly isError?: boolean };
  /** The message that the run answers, in other words. Its attachments go along. */
  readonly message?: string;
  /** What the model is told besides. */
  readonly context?: string;
  readonly withoutTools?: readonly string[];
};

/** Where a run goes on from, and what stands between that and its start. */
export type Travel = { readonly parentId: string | null; readonly drafts: readonly Draft[] };

/**
 * Goes back to the answer `messageId` of a branch, which may go on beyond it. With a changed result the run goes on behind
 * that step; with a changed message it answers that; else the model is asked again for the step. Fails with
 * `entry_not_found`, `call_not_found`, `list_refused`, `no_message`, `nothing_changed`, `changes_clash`.
 */
export function travelFrom(
  path: readonly PathEntry[],
  messageId: string,
  changes: TravelChanges,
  newId: () => string,
): Result<Travel> {
  const { result, message, context, withoutTools = [] } = changes;
  const at = path.findIndex(({ id }) => id === messageId);
  const answer = path[at];
  if (answer?.kind !== 'assistant_message') {
    return fail('entry_not_found', 'This step is not on the branch any more', 'Reload the thread');
  }
  if (result !== undefined && message !== undefined) {
    const hint = 'Change one of them: with another message the model may make other calls';
    return fail('changes_clash', 'A changed result and a changed message do not go together', hint);
  }
  if (result === undefined && message === undefined && context === undefined && withoutTools.length === 0) {
    return fail('nothing_changed', 'Nothing was changed', 'Change something, or branch from here');
  }
  const intervention: InterventionBody = {
    kind: 'intervention',
    from: messageId,
    ...(message === undefined ? {} : { message: true }),
    ...(context === undefined ? {} : { context }),
    ...(withoutTools.length === 0 ? {} : { withoutTools }),
  };
  const draft = (body: PathBody): Draft => ({ id: newId(), body });
  if (result !== undefined) {
    const call = answer.calls.find(({ id }) => id === result.callId);
    if (call === undefined) return fail('call_not_found', 'This step has made no such call', 'Reload the thread');
    const named = { messageId, callId: call.id, toolName: call.name };
    const { content, isError = false } = result;
    const written = isError || call.name !== WRITE_TODOS ? ok(undefined) : listWritten(path.slice(0, at), call);
    if (!written.ok) return written;
    const details = written.value && ({ kind: 'todos', todos: written.value } as const);
    const changed: ToolResultBody = { kind: 'tool_result', ...named, content, isError, details };
    const others = resultsOf(path.slice(at + 1), messageId).filter(({ callId }) => callId !== call.id);
    const place = ({ callId }: ToolResultBody): number => answer.calls.findIndex(({ id }) => id === callId);
    // The last list that a step writes counts, and its calls were made in this order.
    const results = [...others, changed].toSorted((a, b) => place(a) - place(b));
    return ok({ parentId: messageId, drafts: [...results, { ...intervention, result: named }].map(draft) });
  }
  if (message === undefined) return ok({ parentId: answer.parentId, drafts: [draft(intervention)] });
  const asked = path.slice(0, at).findLast((entry) => entry.kind === 'user_message' && entry.origin === 'person');
  if (asked?.kind !== 'user_message') return fail('no_message', 'No message of a person comes before this step');
  const { attachments } = asked;
  const said: PathBody = { kind: 'user_message', text: message, attachments, origin: 'person' };
  return ok({ parentId: asked.parentId, drafts: [said, intervention].map(draft) });
}

/** The list that a call has written where it did not fail, whatever the model reads of it; none where it was there already. */
function listWritten(before: readonly PathEntry[], call: ToolCall): Result<readonly TodoItem[] | undefined> {
  const input = parseJson(call.arguments);
  const todos = parseTodos(isRecord(input) ? input.todos : undefined);
  if (!todos.ok) {
    const hint = 'Leave its result an error, or change something else';
    return fail('list_refused', 'The list of this call breaks the rules, so it cannot have been written', hint);
  }
  const old = todosIn(messagesOf(before));
  return ok(old !== undefined && sameTodos(old, todos.value) ? undefined : todos.value);
}

/** The results that a branch has for the calls of an answer, as they were. */
function resultsOf(after: readonly PathEntry[], messageId: string): readonly ToolResultBody[] {
  return after.flatMap((entry) => {
    if (entry.kind !== 'tool_result' || entry.messageId !== messageId) return [];
    const { kind, callId, toolName, content, isError, details } = entry;
    return [{ kind, messageId, callId, toolName, content, isError, details }];
  });
}
