import type { Json } from '../lib/json.ts';
import type { CompletedTask, TodoOp, TodoPhase } from '../todos/phases.ts';
import type { TodoItem } from '../todos/todo-item.ts';

/** The plan in phases after an operation. */
export type PhasesDetails = {
  readonly kind: 'phases';
  readonly op: TodoOp['op'];
  readonly phases: readonly TodoPhase[];
  /** What was done in earlier runs, and is no longer in the model's list. */
  readonly earlier?: readonly TodoPhase[];
  /** Whether the run's thread is kept. */
  readonly storage: 'session' | 'memory';
  /** What the call completed; absent when that is nothing. */
  readonly completedTasks?: readonly CompletedTask[];
};

/** What a tool shows to people beside the text that the model reads. */
export type ToolDetails =
  | { readonly kind: 'todos'; readonly todos: readonly TodoItem[] }
  | PhasesDetails
  | {
      readonly kind: 'file_change';
      readonly path: string;
      readonly created: boolean;
      /** A unified diff without file headers; empty when the file was binary or too large to compare. */
      readonly diff: string;
      readonly added: number;
      readonly removed: number;
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      /** `null` when a signal or a limit ended it. */
      readonly exitCode: number | null;
      readonly ended: 'exit' | 'timeout' | 'stopped' | 'signal';
      readonly durationMs: number;
    }
  | { readonly kind: 'other'; readonly value: Json };
