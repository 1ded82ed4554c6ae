import { Eye, Pause, Play, Square } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { isActive } from '../../../shared/run/status.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { RequestError } from '../../data/bridge.ts';
import { activateBranch } from '../../data/branch-actions.ts';
import { useAction } from '../../data/queries.ts';
import { useStopRun } from '../../data/run-actions.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Tip } from '../../ui/tip.tsx';
import { showFailure } from '../../ui/toast.tsx';

const onError = (error: RequestError) => showFailure(error.failure);

type RunButtonsProps = Pick<ThreadSummary, 'status' | 'runId' | 'pausing' | 'side'> & { readonly threadId: string };

/** What can be done about a run that goes on; how to go on from an end stands at the end of the conversation. */
export const RunButtons = memo(function RunButtons({ threadId, side, ...run }: RunButtonsProps) {
  if (!isActive(run.status)) return null;
  return (
    <>
      {side !== undefined && (
        <Tip label="Show the branch that the run works on">
          <Button icon={<Eye aria-hidden />} onClick={() => activateBranch(threadId, side.entryId)}>
            <Words>Show</Words>
          </Button>
        </Tip>
      )}
      <HoldButton {...run} />
      <StopButton threadId={threadId} />
    </>
  );
});

/** Holds the run back, or lets it go. */
function HoldButton({ status, runId, pausing = false }: Pick<RunButtonsProps, 'status' | 'runId' | 'pausing'>) {
  const pause = useAction('run.pause');
  const resume = useAction('run.resume');
  const startNow = useAction('run.startNow');
  if (runId === undefined) return null;
  if (status === 'queued') {
    return (
      <Tip label="Start it at once, however many runs work already">
        <Button
          icon={<Play aria-hidden />}
          disabled={startNow.isPending}
          onClick={() => startNow.mutate({ runId }, { onError })}
        >
          <Words>Start now</Words>
        </Button>
      </Tip>
    );
  }
  if (status === 'paused' || pausing) {
    return (
      <Tip label={pausing ? 'Go on without a pause' : 'Go on'}>
        <Button
          icon={<Play aria-hidden />}
          disabled={resume.isPending}
          onClick={() => resume.mutate({ runId }, { onError })}
        >
          <Words>Resume</Words>
        </Button>
      </Tip>
    );
  }
  return (
    <Tip label="Pause before the next call of the model or of tools">
      <Button
        icon={<Pause aria-hidden />}
        disabled={pause.isPending}
        onClick={() => pause.mutate({ runId }, { onError })}
      >
        <Words>Pause</Words>
      </Button>
    </Tip>
  );
}

/** Where the header is narrow the icon stands alone: the title and Stop stay in sight. */
function Words({ children }: { readonly children: ReactNode }) {
  return <span className="@max-[480px]:sr-only">{children}</span>;
}

function StopButton({ threadId }: { readonly threadId: string }) {
  const stop = useStopRun();
  return (
    <Tip label="Stop the run" keys={keysOf('stop')}>
      <Button
        variant="danger"
        icon={<Square aria-hidden fill="currentColor" />}
        disabled={stop.isPending}
        onClick={() => stop.mutate(threadId, { onError })}
      >
        {stop.isPending ? 'Stopping…' : 'Stop'}
      </Button>
    </Tip>
  );
}
