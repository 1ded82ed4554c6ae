import type { Migration } from './migration.ts';

/** Entries of the tree tell their kind and usage, and are read in order: derived, and built again. */
export const treeOfBranches: Migration = { version: 11, up: () => undefined };
