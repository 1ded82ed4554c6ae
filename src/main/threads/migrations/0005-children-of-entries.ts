import type { Migration } from './migration.ts';

/** Entries are found by their parent: the index is on a derived table, which is built again. */
export const childrenOfEntries: Migration = { version: 5, up: () => undefined };
