import { threads } from './0001-threads.ts';
import { files } from './0002-files.ts';
import { histories } from './0003-histories.ts';
import { threadSource } from './0004-thread-source.ts';
import { childrenOfEntries } from './0005-children-of-entries.ts';
import { planPhases } from './0006-plan-phases.ts';
import { children } from './0007-children.ts';
import { forks } from './0008-forks.ts';
import { queuedMessages } from './0009-queued-messages.ts';
import { spanWords } from './0010-span-words.ts';
import { treeOfBranches } from './0011-tree-of-branches.ts';
import type { Migration } from './migration.ts';

/** In order. A released one is never changed: the next change is the next number. */
export const MIGRATIONS: readonly Migration[] = [
  threads,
  files,
  histories,
  threadSource,
  childrenOfEntries,
  planPhases,
  children,
  forks,
  queuedMessages,
  spanWords,
  treeOfBranches,
];
