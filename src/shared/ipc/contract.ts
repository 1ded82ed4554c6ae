/**
 * Everything that crosses a process: requests a window makes (zod in, type out) and pushes it receives. The router, the
 * preload, the web client and the renderer all derive from this file; a request without a handler does not compile.
 */
import type { z } from 'zod';
import type { Failure, Result } from '../lib/result.ts';
import type { ThreadSummary } from '../thread/summary.ts';
import type { ThreadPush } from '../thread/window.ts';
import { agents } from './requests/agents.ts';
import { app } from './requests/app.ts';
import { branches } from './requests/branches.ts';
import { comparisons } from './requests/comparisons.ts';
import { context } from './requests/context.ts';
import { files } from './requests/files.ts';
import { histories } from './requests/histories.ts';
import { messages } from './requests/messages.ts';
import { runs } from './requests/runs.ts';
import { threads } from './requests/threads.ts';
import { todos } from './requests/todos.ts';
import type { Route } from './requests/parts.ts';

export const requests = {
  ...threads,
  ...runs,
  ...branches,
  ...comparisons,
  ...context,
  ...messages,
  ...files,
  ...todos,
  ...agents,
  ...app,
  ...histories,
} as const;

export type Requests = typeof requests;
export type RequestName = keyof Requests;
/** What a caller sends; defaults are filled in on the other side. */
export type RequestInput<K extends RequestName> = z.input<Requests[K]['input']>;
export type ParsedInput<K extends RequestName> = z.output<Requests[K]['input']>;
export type Answer<K extends RequestName> = Requests[K] extends Route<z.ZodType, infer Out> ? Out : never;

/** `all`: nobody knows what. */
export type Changed = 'agents' | 'models' | 'settings' | 'windows' | 'runs' | 'code' | 'queue' | 'all';

export type Push =
  | ThreadPush
  /** To every window, whatever it follows. */
  | { readonly type: 'summary'; readonly summary: ThreadSummary }
  | { readonly type: 'removed'; readonly threadId: string }
  /** Something that requests answer has changed: ask again. */
  | { readonly type: 'changed'; readonly what: Changed }
  /** To one window: the person asked for this entry outside of it. */
  | { readonly type: 'show'; readonly threadId: string; readonly entryId: string }
  /** Something that no request can answer went wrong. `about`: what came to nothing, where the thread shows it. */
  | {
      readonly type: 'problem';
      readonly error: Failure;
      readonly threadId?: string;
      readonly about?: 'compaction';
    };

/** The two verbs between a window and the engine. Failures travel as values; `request` never rejects. */
export type Bridge = {
  request<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Result<Answer<K>>>;
  /** Returns the function that ends it. */
  onPush(listener: (push: Push) => void): () => void;
};
