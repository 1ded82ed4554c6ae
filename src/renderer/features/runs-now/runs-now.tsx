import { Pause, Play, Square } from 'lucide-react';
import { activeRuns } from '../../../shared/run/status.ts';
import type { RequestError } from '../../data/bridge.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { countsText } from './counts-text.ts';

const onError = (error: RequestError) => showFailure(error.failure);

/** How many runs go on, and what can be done about all of them. Of one alone its own header tells. */
export function RunsNow() {
  const counts = useAnswer('runs.counts', {}).data;
  const stopAll = useAction('runs.stopAll');
  const pauseAll = useAction('runs.pauseAll');
  const resumeAll = useAction('runs.resumeAll');
  if (counts === undefined || activeRuns(counts) < 2) return null;
  const canPause = activeRuns(counts) > counts.paused;
  return (
    <section aria-label="Runs now" className="flex h-9 shrink-0 items-center gap-1 border-t px-4">
      <span role="status" className="min-w-0 flex-1 truncate text-sm text-soft">
        {countsText(counts)}
      </span>
      {canPause && (
        <IconButton
          size="sm"
          label="Pause all"
          keys={keysOf('pause-all')}
          icon={<Pause />}
          disabled={pauseAll.isPending}
          onClick={() => pauseAll.mutate({}, { onError })}
        />
      )}
      {counts.paused > 0 && (
        <IconButton
          size="sm"
          label="Resume all"
          keys={keysOf('resume-all')}
          icon={<Play />}
          disabled={resumeAll.isPending}
          onClick={() => resumeAll.mutate({}, { onError })}
        />
      )}
      <IconButton
        size="sm"
        label="Stop all"
        keys={keysOf('stop-all')}
        icon={<Square fill="currentColor" />}
        disabled={stopAll.isPending}
        onClick={() => stopAll.mutate({}, { onError })}
      />
    </section>
  );
}
