import { storedJson, type Json } from '../../shared/lib/json.ts';
import type { Result } from '../../shared/lib/result.ts';
import { reading, type NoParams, writing, type ReadDb, type WriteDb } from './database.ts';
import { inTransaction } from './in-transaction.ts';

const ALL = reading<NoParams, { key: string; value: string }>(
  'settings',
  'SELECT key, value FROM settings ORDER BY key',
);

/** Every setting that was ever put; whoever reads them checks them. */
export function storedSettings(db: ReadDb): { readonly [key: string]: Json } {
  return Object.fromEntries(ALL.all(db, {}).map(({ key, value }) => [key, storedJson(value)]));
}

const PUT = writing<{ key: string; value: string }>(
  'putSetting',
  'INSERT INTO settings (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
);

const DELETE = writing<{ key: string }>('deleteSetting', 'DELETE FROM settings WHERE key = :key');

/** Sets these, all or none; `undefined` forgets one. */
export function putSettings(db: WriteDb, values: { readonly [key: string]: Json | undefined }): Result<null> {
  return inTransaction(db, 'putSettings', () => {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) DELETE.run(db, { key });
      else PUT.run(db, { key, value: JSON.stringify(value) });
    }
    return null;
  });
}
