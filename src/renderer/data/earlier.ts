import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { earlierPlans, type SpanPlace, type ThreadWindow } from '../../shared/thread/window.ts';
import { showFailure } from '../ui/toast.tsx';
import { ask, failureOf } from './bridge.ts';
import { changeWindow } from './thread.ts';

const PLANS = 100;
const SPANS = 500;

/** Loads pages of a thread's plan history in front of what is there, for as long as more is `wanted`. */
export function useEarlierPlans(
  { threadId, planHistory, hasEarlierPlans }: Pick<ThreadWindow, 'threadId' | 'planHistory' | 'hasEarlierPlans'>,
  wanted: boolean,
): void {
  useEarlier(threadId, wanted && hasEarlierPlans ? planHistory[0]?.entryId : undefined, loadPlans);
}

/** The same for its spans. */
export function useEarlierSpans({ threadId, earlierSpans }: ThreadWindow, wanted: boolean): void {
  useEarlier(threadId, wanted ? earlierSpans : undefined, loadSpans);
}

/** Each page brings another `from`, and with it the next one. */
function useEarlier<From>(
  threadId: string,
  from: From | undefined,
  load: (client: QueryClient, threadId: string, from: From) => Promise<void>,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (from === undefined) return;
    load(client, threadId, from).catch((error: unknown) => showFailure(failureOf(error)));
  }, [client, threadId, from, load]);
}

async function loadPlans(client: QueryClient, threadId: string, entryId: string): Promise<void> {
  const page = await ask('thread.earlierPlans', { entryId, limit: PLANS });
  changeWindow(client, threadId, (known) => ({ ...known, ...earlierPlans(known, page) }));
}

async function loadSpans(client: QueryClient, threadId: string, before: SpanPlace): Promise<void> {
  const { spans, earlierSpans } = await ask('thread.earlierSpans', { threadId, before, limit: SPANS });
  changeWindow(client, threadId, (known) =>
    // A second request for the same page changes nothing.
    known.earlierSpans?.seq === before.seq ? { ...known, spans: [...spans, ...known.spans], earlierSpans } : known,
  );
}
