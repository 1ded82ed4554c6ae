import type { ToolCall } from '../../../../shared/thread/tool-call.ts';
import type { TodoPhase } from '../../../../shared/todos/phases.ts';
import type { TodoItem } from '../../../../shared/todos/todo-item.ts';

/** What one path entry says, in the words of the model that the engine is compared with. */
export type Said =
  | { readonly type: 'user'; readonly text: string }
  | { readonly type: 'answer'; readonly text: string; readonly calls: readonly ToolCall[] }
  | SaidResult
  | { readonly type: 'plan'; readonly plan: PlanShown }
  /** What a person made of the plan. */
  | { readonly type: 'edit'; readonly action: string; readonly plan: PlanShown }
  | { readonly type: 'developer'; readonly text: string; readonly aboutTodoError?: true }
  | { readonly type: 'nothing' }
  | { readonly type: 'summary'; readonly text: string; readonly firstKept: string | null }
  /** Of the results among the first so many entries of the branch. */
  | { readonly type: 'cleared'; readonly before: number };

export type SaidResult = {
  readonly type: 'result';
  /** The answer that made the call. */
  readonly to: string;
  readonly callId: string;
  readonly toolName: string;
  readonly content: string;
  readonly isError: boolean;
  /** The flat list that the call wrote. */
  readonly list?: readonly TodoItem[];
  /** Whether that was another list than before. */
  readonly wrote?: true;
  /** The plan in phases that the call left, if it was to change it. */
  readonly phases?: readonly TodoPhase[];
};

/** What people made of plans, by the id of the entry that is to say so. Grows. */
export type Edits = Map<string, Extract<Said, { type: 'edit' }>>;

/** A plan that is put before the model again. */
export type PlanShown = { readonly list: readonly TodoItem[] } | { readonly phases: readonly TodoPhase[] };

/** The same with other ids, as a copy of its branch says it. */
export function renamed(said: Said, idOf: (id: string) => string): Said {
  switch (said.type) {
    case 'result':
      return { ...said, to: idOf(said.to) };
    case 'summary':
      return { ...said, firstKept: said.firstKept === null ? null : idOf(said.firstKept) };
    default:
      return said;
  }
}
