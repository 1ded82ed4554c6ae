import { ok, type Result } from '../../shared/lib/result.ts';
import { DEFAULT_SETTINGS, Settings } from '../../shared/settings.ts';
import type { ReadDb, WriteDb } from '../threads/database.ts';
import { putSettings, storedSettings } from '../threads/setting-rows.ts';

/** A stored value that no longer fits reads as its default. */
export function readSettings(db: ReadDb): Settings {
  const stored = storedSettings(db);
  const entries = Object.entries(Settings.shape).flatMap(([key, schema]) => {
    const value = schema.safeParse(stored[key]);
    return value.success && value.data !== undefined ? [[key, value.data]] : [];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(entries) };
}

export function changeSettings(db: WriteDb, change: Partial<Settings>): Result<Settings> {
  const stored = putSettings(db, change);
  return stored.ok ? ok(readSettings(db)) : stored;
}
