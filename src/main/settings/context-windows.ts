import { isRecord } from '../../shared/lib/json.ts';
import type { Result } from '../../shared/lib/result.ts';
import { baseUrlOf } from '../../shared/models/provider-kind.ts';
import type { ModelWindow } from '../../shared/settings.ts';
import type { ListedModel } from '../models/list-apis.ts';
import { windowOf, WINDOWS_DATE } from '../models/windows.ts';
import type { ReadDb, WriteDb } from '../threads/database.ts';
import { putSettings, storedSettings } from '../threads/setting-rows.ts';
import { addressById } from './addresses.ts';
import { readSettings } from './settings.ts';

/** What addresses told of their models, kept for when they do not answer: tokens by model id. */
const KEY = 'reportedWindows';

/** Keeps what the list of an address told, instead of what it told before; without a list, forgets it. */
export function keepReported(
  read: ReadDb,
  write: WriteDb,
  addressId: string,
  models: readonly ListedModel[],
): Result<null> | undefined {
  const known = reportedWindows(read);
  const others = Object.entries(known).filter(([id]) => !id.startsWith(`${addressId}/`));
  const told = models.flatMap(({ name, contextWindow }) =>
    contextWindow === undefined ? [] : [[`${addressId}/${name}`, contextWindow] as const],
  );
  const now = Object.fromEntries([...others, ...told]);
  return JSON.stringify(now) === JSON.stringify(known) ? undefined : putSettings(write, { [KEY]: now });
}

function reportedWindows(read: ReadDb): Readonly<Record<string, number>> {
  const stored = storedSettings(read)[KEY];
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((pair): pair is [string, number] => typeof pair[1] === 'number'),
  );
}

/**
 * How much the model `<address id>/<model>` can read, and who says so: the person, else its provider, else the table.
 * Without `tokens` nobody knows.
 */
export function modelWindow(read: ReadDb, id: string): ModelWindow {
  const set = ownValue(readSettings(read).contextWindows, id);
  if (set !== undefined) return { id, tokens: set, from: 'person' };
  const reported = ownValue(reportedWindows(read), id);
  if (reported !== undefined) return { id, tokens: reported, from: 'provider' };
  const slash = Math.max(0, id.indexOf('/'));
  const address = addressById(read, id.slice(0, slash));
  if (address === undefined) return { id };
  const { kind, baseUrl } = address;
  const tokens = windowOf({ kind, baseUrl: baseUrlOf(kind, baseUrl), modelName: id.slice(slash + 1) });
  return tokens === undefined ? { id } : { id, tokens, from: 'table', tableDate: WINDOWS_DATE };
}

function ownValue(record: Readonly<Record<string, number>>, key: string): number | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
