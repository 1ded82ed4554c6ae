import { assertNever, must } from '../../shared/lib/assert.ts';
import type { Attachment } from '../../shared/thread/attachment.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';

type MessageInput = {
  readonly type: 'message';
  /** Of a message that was queued; absent: a new one. */
  readonly id?: string;
  /** Absent: a person. */
  readonly origin?: 'agent';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
};

/** `again`: no message; the agent answers what the branch ends with. */
export type RunInput =
  | MessageInput
  | { readonly type: 'continue'; readonly runId: string }
  | { readonly type: 'again' }
  /** What was changed at an earlier step. */
  | { readonly type: 'travel'; readonly drafts: readonly Draft[] };

/** What a continued run says for the person when the branch ends with an answer, which a model cannot answer itself. */
const CONTINUE_TEXT = 'Continue from where you stopped.';

type FirstParts = {
  readonly agent: { readonly snapshot: AgentSnapshot };
  readonly input: RunInput;
  readonly at?: { readonly activate: boolean };
  readonly historyLimit?: number;
};

/**
 * The entries that begin a run: what it answers, unless it goes on from a message that is there, its start, and that it
 * waits for a place.
 */
export function firstDrafts(
  { agent, input, at, historyLimit }: FirstParts,
  last: PathEntry | undefined,
  hasPlace: boolean,
  newId: () => string,
): { readonly drafts: readonly Draft[]; readonly tip: string } {
  const before = draftsBefore(input, last, newId);
  const tip = must(before.at(-1) ?? last, 'what a run answers').id;
  const continues = input.type === 'continue' ? input.runId : undefined;
  const started: Draft = {
    id: newId(),
    targetId: tip,
    body: {
      kind: 'run_started',
      agent: agent.snapshot,
      continues,
      historyLimit,
      ...(at?.activate === false ? { side: true } : {}),
    },
  };
  const queued: Draft = { id: newId(), targetId: tip, body: { kind: 'run_queued' } };
  const notes = hasPlace ? [started] : [started, queued];
  return { drafts: [...before, ...notes], tip };
}

/** What stands between the entry that a run goes on from and its start. */
function draftsBefore(input: FirstParts['input'], last: PathEntry | undefined, newId: () => string): readonly Draft[] {
  switch (input.type) {
    case 'message':
      return [messageDraft({ ...input, id: input.id ?? newId() })];
    case 'continue':
      return isSaid(last)
        ? [{ id: newId(), body: { kind: 'user_message', text: CONTINUE_TEXT, origin: 'continue' } }]
        : [];
    case 'again':
      return [];
    case 'travel':
      return input.drafts;
    default:
      return assertNever(input);
  }
}

/** Whether nothing is left to answer, and no call to run, where a branch ends so. */
export function isSaid(last: PathEntry | undefined): boolean {
  return last === undefined || (last.kind === 'assistant_message' && last.calls.length === 0);
}

/** What a person has written, as an entry to be. */
export function messageDraft({
  id,
  text,
  attachments,
  origin,
}: Pick<MessageInput, 'text' | 'attachments' | 'origin'> & { readonly id: string }): Draft {
  return {
    id,
    body: {
      kind: 'user_message',
      text,
      attachments: attachments?.length === 0 ? undefined : attachments,
      origin: origin ?? 'person',
    },
  };
}
