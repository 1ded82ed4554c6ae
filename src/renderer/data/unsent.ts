import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer } from 'react';
import { ask, bridge } from './bridge.ts';

/** While a person writes, the engine is told no more often than this. */
const SAVE_MS = 400;

type UnsentAnswer = { readonly text: string };

/** What the engine has not been told yet. */
type Waiting = {
  readonly text: string;
  readonly saveHistory: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
};

const untold = new Map<string, Waiting>();

function always(): boolean {
  return true;
}

function unsentKey(key: string): readonly [string, { readonly key: string }] {
  return ['unsent.get', { key }];
}

/**
 * What is being written in the field of that key. The engine keeps it, so that it outlives this window and the port that
 * it was served on. `undefined` until the engine has answered. The function gives what is to be there instead. A text
 * that is not `isSaved` is kept in memory alone; always the same function.
 */
export function useUnsent(
  key: string,
  isSaved: (text: string) => boolean = always,
): readonly [string | undefined, (change: (before: string) => string) => void] {
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
      const text = change(unsentNow(client, key));
      writeUnsent(client, key, text, isSaved(text));
      showNow();
    },
    [client, key, isSaved],
  );
  useEffect(() => () => void save(key), [key]);
  return [data?.text ?? (isError ? '' : undefined), update];
}

function unsentNow(client: QueryClient, key: string): string {
  return client.getQueryData<UnsentAnswer>(unsentKey(key))?.text ?? '';
}

function writeUnsent(client: QueryClient, key: string, text: string, saveHistory: boolean): void {
  // An answer under way is older than this.
  void client.cancelQueries({ queryKey: unsentKey(key) });
  client.setQueryData<UnsentAnswer>(unsentKey(key), { text });
  clearTimeout(untold.get(key)?.timer);
  untold.set(key, { text, saveHistory, timer: setTimeout(() => void save(key), SAVE_MS) });
}

/** Tells the engine what it does not know yet of a text. One that cannot be saved is tried again with the next key. */
async function save(key: string): Promise<void> {
  const waiting = untold.get(key);
  if (waiting === undefined) return;
  clearTimeout(waiting.timer);
  untold.delete(key);
  await bridge.request('unsent.set', { key, text: waiting.text, saveHistory: waiting.saveHistory });
}

// A window that closes, or a tab that is left, may never come back.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  for (const key of untold.keys()) void save(key);
});
window.addEventListener('pagehide', () => {
  for (const key of untold.keys()) void save(key);
});
