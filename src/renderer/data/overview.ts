import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { Figures, FigureRange } from '../../shared/run/figures.ts';
import type { RunningThread } from '../../shared/run/running.ts';
import type { RequestError } from './bridge.ts';
import { useAnswer } from './queries.ts';
import { refreshSoon } from './refresh-soon.ts';

/** Running agents change something several times a second: both are asked for again no more often than this. */
const NOW_MS = 250;
const FIGURES_MS = 3000;

export function useRunning(): UseQueryResult<readonly RunningThread[], RequestError> {
  return useAnswer('overview.now', {});
}

/** In the person's own days. They go on while nothing is pushed, so a view that was left asks again. */
export function useFigures(range: FigureRange): UseQueryResult<Figures, RequestError> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return useAnswer('overview.figures', { range, timeZone }, { staleTime: FIGURES_MS });
}

/** After a thread's summary has changed, or a thread has come or gone. */
export function refreshOverview(client: QueryClient): void {
  refreshSoon(client, ['overview.now'], NOW_MS);
  refreshSoon(client, ['overview.figures'], FIGURES_MS);
}
