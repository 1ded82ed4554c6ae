import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer } from 'react';
import { ask, bridge } from './bridge.ts';

/** While a person writes, the engine is told no more often than this. */
const SAVE_MS = 400;

type UnsentAnswer = { readonly text: string };

const unsaved = new Map<string, { readonly text: string; readonly timer: ReturnType<typeof setTimeout> }>();

function unsentKey(key: string): readonly [string, { readonly key: string }] {
  return ['unsent.get', { key }];
}

/**
 * What is being written in the field of that key. The engine keeps it, so that it outlives this window and the port that
 * it was served on. `undefined` until the engine has answered. The function gives what is to be there instead.
 */
export function useUnsent(key: string): readonly [string | undefined, (change: (before: string) => string) => void] {
  const client = useQueryClient();
  const { data, isError } = useQuery<UnsentAnswer>({
    queryKey: unsentKey(key),
    queryFn: async () => {
      await save(key);
      return ask('unsent.get', { key });
    },
    // Another window may have written since.
    refetchOnMount: 'always',
  });
  // The cache tells of a change a moment later. By then a field would show its old text again, and lose the caret.
  const [, showNow] = useReducer((count: number) => count + 1, 0);
  const update = useCallback(
    (change: (before: string) => string) => {
      writeUnsent(client, key, change(unsentNow(client, key)));
      showNow();
    },
    [client, key],
  );
  useEffect(() => () => void save(key), [key]);
  return [data?.text ?? (isError ? '' : undefined), update];
}

function unsentNow(client: QueryClient, key: string): string {
  return client.getQueryData<UnsentAnswer>(unsentKey(key))?.text ?? '';
}

function writeUnsent(client: QueryClient, key: string, text: string): void {
  // An answer under way is older than this.
  void client.cancelQueries({ queryKey: unsentKey(key) });
  client.setQueryData<UnsentAnswer>(unsentKey(key), { text });
  clearTimeout(unsaved.get(key)?.timer);
  unsaved.set(key, { text, timer: setTimeout(() => void save(key), SAVE_MS) });
}

/** Tells the engine what it does not know yet of a text. One that cannot be saved is tried again with the next key. */
async function save(key: string): Promise<void> {
  const waiting = unsaved.get(key);
  if (waiting === undefined) return;
  clearTimeout(waiting.timer);
  unsaved.delete(key);
  await bridge.request('unsent.set', { key, text: waiting.text });
}

// A window that closes, or a tab that is left, may never come back.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  for (const key of unsaved.keys()) void save(key);
});
window.addEventListener('pagehide', () => {
  for (const key of unsaved.keys()) void save(key);
});
