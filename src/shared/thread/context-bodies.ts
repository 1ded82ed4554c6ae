import type { TodoPhase } from '../todos/phases.ts';
import type { TodoItem } from '../todos/todo-item.ts';

// Bodies of path entries that shape what the model sees from there on, on their branch alone. They take nothing away: what
// they hide from the model stays where it was.

/** Of what a request holds. `estimated`: counted by us, for want of the provider's word. */
export type TokenCount = { readonly tokens: number; readonly estimated: boolean };

/**
 * `threshold`: the context passed its share of the model's window. `overflow`: the provider refused it as too long.
 * `person`: asked for by hand.
 */
export type CompactionTrigger = 'threshold' | 'overflow' | 'person';

/** A summary stands for what came before. */
export type CompactionBody = {
  readonly kind: 'compaction';
  readonly trigger: CompactionTrigger;
  /** What the person wanted of the summary. */
  readonly instruction?: string;
  readonly summary: string;
  /** The model that wrote it; what that cost is in a usage note. */
  readonly model: string;
  /** The first path entry that stays as it is, before this one on its branch; `null` when none does. */
  readonly firstKeptId: string | null;
  readonly before: TokenCount;
  readonly after: TokenCount;
  readonly durationMs: number;
};

/** Short notes stand for old tool results. Those of todo tools are never cleared. */
export type OutputsClearedBody = {
  readonly kind: 'outputs_cleared';
  readonly trigger: CompactionTrigger;
  /** Results of the branch before this path entry are cleared. */
  readonly untilId: string;
  readonly before: TokenCount;
  readonly after: TokenCount;
};

/** A plan, as a person or the program puts it before the model. */
export type TodosState = { readonly items: readonly TodoItem[] } | PhasesState;

type PhasesState = {
  readonly phases: readonly TodoPhase[];
  /** What was closed in earlier runs, and is no longer in the model's list. */
  readonly earlier?: readonly TodoPhase[];
};

/** A person changed the plan. */
export type UserTodoEditBody = {
  readonly kind: 'user_todo_edit';
  /** What they did, in words that the model reads: a sentence. */
  readonly action: string;
} & TodosState;

/** The list, put before the model again because what it sees no longer holds the call that wrote it. */
export type TodosRestoredBody = { readonly kind: 'todos_restored' } & TodosState;

/** Words of the program to the model. */
export type ReminderBody = {
  readonly kind: 'reminder';
  readonly about: 'todo_error' | 'todos_open' | 'todos_stale';
  readonly text: string;
};

/** What a person changed before they let a run go on from an earlier step. */
export type InterventionBody = {
  readonly kind: 'intervention';
  /** The path entry that they went back to. */
  readonly from: string;
  /** The call whose result they wrote. */
  readonly result?: { readonly messageId: string; readonly callId: string; readonly toolName: string };
  /** Whether they changed the message that the run answers. */
  readonly message?: true;
  /** What they told the model besides. */
  readonly context?: string;
  /** Tools that the run goes on without. */
  readonly withoutTools?: readonly string[];
};

export type ContextBody =
  | CompactionBody
  | OutputsClearedBody
  | UserTodoEditBody
  | TodosRestoredBody
  | ReminderBody
  | InterventionBody;
