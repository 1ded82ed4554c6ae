import type { Migration } from './migration.ts';

/** Plans have phases: the derived history of plans is built again, and nothing else changes. */
export const planPhases: Migration = { version: 6, up: () => undefined };
