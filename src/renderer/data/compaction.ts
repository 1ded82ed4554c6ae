import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Failure } from '../../shared/lib/result.ts';
import { showFailure, showUndo } from '../ui/toast.tsx';
import { ask, failureOf } from './bridge.ts';

// What can be done about compaction from more than one place. Pushes bring what has changed.

/** How the newest compaction of a thread ended that left nothing behind; null after one that did, or while another goes on. */
export type CompactionOutcome = { readonly type: 'failed'; readonly failure: Failure } | { readonly type: 'cancelled' };

const UNDO_MS = 10_000;

function outcomeKey(threadId: string): readonly [string, string] {
  return ['compaction.outcome', threadId];
}

export function useCompactionOutcome(threadId: string): CompactionOutcome | null {
  const { data } = useQuery<CompactionOutcome | null>({ queryKey: outcomeKey(threadId), queryFn: skipToken });
  return data ?? null;
}

export function setCompactionOutcome(client: QueryClient, threadId: string, outcome: CompactionOutcome | null): void {
  client.setQueryData<CompactionOutcome | null>(outcomeKey(threadId), outcome);
}

/** Has the older part of the active branch summarised, now or before the next model call of the run that works on it. */
export async function compactThread(threadId: string, instruction?: string): Promise<void> {
  try {
    const { when } = await ask('context.compact', { threadId, instruction });
    if (when === 'now') return;
    showUndo('It is compacted before the next model call', UNDO_MS, () => {
      ask('context.cancel', { threadId }).catch(onError);
    });
  } catch (error) {
    onError(error);
  }
}

/** Cancels what goes on or was asked for, and remembers that a person did. */
export function useCancelCompaction(threadId: string): () => void {
  const client = useQueryClient();
  return () => {
    ask('context.cancel', { threadId }).then(
      () => setCompactionOutcome(client, threadId, { type: 'cancelled' }),
      onError,
    );
  };
}

function onError(error: unknown): void {
  showFailure(failureOf(error));
}
