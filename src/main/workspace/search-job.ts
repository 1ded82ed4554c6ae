import type { Result } from '../../shared/lib/result.ts';
import type { Pattern, ShownLine } from './line-matches.ts';
import type { Root } from './paths.ts';

export type SearchQuery = {
  readonly pattern: Pattern;
  /** A file or a folder. */
  readonly path: string;
  /** Which files: matched against the path from the workspace's folder and that from `path`. */
  readonly glob?: string;
  readonly limit: number;
  /** Lines to show before and after each match. */
  readonly context: number;
};

export type FileMatches = { readonly relative: string; readonly lines: readonly ShownLine[] };

/** What can become of a file that was looked at. */
export const SEARCH_COUNTS = ['searched', 'binary', 'large', 'unreadable'] as const;
export type SearchCount = (typeof SEARCH_COUNTS)[number];

/** What the worker is given. It counts in shared memory, which can be read however busy it is. */
export type SearchJob = { readonly root: Root; readonly query: SearchQuery; readonly counts: SharedArrayBuffer };

export type SearchMessage =
  | { readonly type: 'found'; readonly matches: FileMatches }
  | { readonly type: 'ended'; readonly result: Result<SearchEnd> };

/** Whether the limit on matches cut it short. */
export type SearchEnd = { readonly more: boolean };
