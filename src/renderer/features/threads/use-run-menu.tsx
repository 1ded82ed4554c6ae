import { ArrowUpToLine, Pause, Play, Square } from 'lucide-react';
import { isActive } from '../../../shared/run/status.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { RequestError } from '../../data/bridge.ts';
import { useAction } from '../../data/queries.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { showFailure } from '../../ui/toast.tsx';

const onError = (error: RequestError) => showFailure(error.failure);

/** What can be done with the run of a thread while it has not ended. */
export function useRunMenu({ status, runId, place, pausing = false }: ThreadSummary): readonly MenuEntry[] {
  const { mutate: startNow } = useAction('run.startNow');
  const { mutate: toFront } = useAction('run.toFront');
  const { mutate: pause } = useAction('run.pause');
  const { mutate: resume } = useAction('run.resume');
  const { mutate: stop } = useAction('run.stop');
  if (runId === undefined || !isActive(status)) return [];
  const entries: MenuEntry[] = [];
  if (status === 'queued') {
    entries.push({
      label: 'Start now',
      icon: <Play aria-hidden />,
      onSelect: () => startNow({ runId }, { onError }),
    });
  }
  if (place !== undefined && place > 1) {
    entries.push({
      label: 'Move to the front of the queue',
      icon: <ArrowUpToLine aria-hidden />,
      onSelect: () => toFront({ runId }, { onError }),
    });
  }
  if (status === 'paused' || pausing) {
    entries.push({ label: 'Resume', icon: <Play aria-hidden />, onSelect: () => resume({ runId }, { onError }) });
  } else {
    entries.push({ label: 'Pause', icon: <Pause aria-hidden />, onSelect: () => pause({ runId }, { onError }) });
  }
  entries.push({ label: 'Stop', icon: <Square aria-hidden />, onSelect: () => stop({ runId }, { onError }) });
  return entries;
}
