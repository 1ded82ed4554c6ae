import { useEffect, useEffectEvent } from 'react';
import { parseRoute, routeHash } from '../../state/route.ts';
import { blockIndexOf, type Block } from './blocks.ts';

type Jump = {
  readonly threadId: string;
  readonly blocks: readonly Block[];
  readonly entryId: string | undefined;
  readonly hasEarlier: boolean;
  readonly loadEarlier: () => void;
  readonly show: (index: number) => void;
};

const FLASH_MS = 1600;

/** Brings the row of an entry into sight, loading earlier pages until it is there. The key of the row to mark, for a while. */
export function useJump({ threadId, blocks, entryId, hasEarlier, loadEarlier, show }: Jump): string | undefined {
  const index = entryId === undefined ? -1 : blockIndexOf(blocks, entryId);
  const key = blocks[index]?.key;
  const jump = useEffectEvent(() => show(index));
  useEffect(() => {
    if (key === undefined) return undefined;
    jump();
    // The address forgets the entry: the mark goes, and the same jump works again.
    const timer = setTimeout(() => forgetEntry(threadId), FLASH_MS);
    return () => clearTimeout(timer);
  }, [key, threadId]);

  const missing = entryId !== undefined && key === undefined;
  const firstKey = blocks[0]?.key;
  const search = useEffectEvent(() => {
    if (hasEarlier) loadEarlier();
    else forgetEntry(threadId);
  });
  useEffect(() => {
    if (missing && firstKey !== undefined) search();
  }, [missing, firstKey]);
  return key;
}

function forgetEntry(threadId: string): void {
  const route = parseRoute(window.location.hash);
  if (route.view !== 'thread' || route.threadId !== threadId || route.entryId === undefined) return;
  window.history.replaceState(window.history.state, '', routeHash({ view: 'thread', threadId }));
  // Replacing alone tells nobody.
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
