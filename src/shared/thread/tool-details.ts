import type { Json } from '../lib/json.ts';
import type { TodoItem } from '../todos/todo-item.ts';

/** What a tool shows to people beside the text that the model reads. */
export type ToolDetails =
  | { readonly kind: 'todos'; readonly todos: readonly TodoItem[] }
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
