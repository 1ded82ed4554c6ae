/** What `runlight dev` and the process of one version of the code say to each other, over Node's own channel. */
import type { Result } from '../../../shared/lib/result.ts';
import type { OfferedAgent, Task, TaskName } from './protocol.ts';

export type ToChild =
  | { readonly type: 'task'; readonly id: number; readonly name: TaskName; readonly task: Task<TaskName> }
  | { readonly type: 'abort'; readonly call: number }
  /** The engine has gone, and with it whatever waits for an answer. */
  | { readonly type: 'abort_all' };

export type FromChild =
  /** A file that the code is made of. */
  | { readonly type: 'file'; readonly file: string }
  | { readonly type: 'loaded'; readonly agents: readonly OfferedAgent[] }
  | { readonly type: 'answer'; readonly id: number; readonly result: Result<unknown> }
  | { readonly type: 'event'; readonly call: number; readonly event: unknown };
