import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FigureRange } from '../../../shared/run/figures.ts';
import { failureOf } from '../../data/bridge.ts';
import { useFigures, useRunning } from '../../data/overview.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FigurePlots } from './figure-plots.tsx';
import { NamedTable } from './named-table.tsx';
import { RunningCard } from './running-card.tsx';

const RANGES: readonly { readonly value: FigureRange; readonly label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
];

/** What runs now, and what runs came to. `actions`: what else can be begun here. */
export function Overview({ actions }: { readonly actions: ReactNode }) {
  return (
    <section aria-label="Overview" className="scroll-page @container min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[1040px] flex-col gap-6 px-6 py-6">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="flex-1 text-xl font-semibold">Overview</h1>
          {actions}
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => navigate({ view: 'new' })}>
            New run
          </Button>
        </div>
        <RunningNow />
        <Figures />
      </div>
    </section>
  );
}

function RunningNow() {
  const running = useRunning();
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-sm font-medium text-faint">Running now</h2>
      {running.isError && <FailureNote failure={failureOf(running.error)} />}
      {running.data?.length === 0 && <p className="text-soft">Nothing runs now.</p>}
      {running.data !== undefined && running.data.length > 0 && (
        <ul
          aria-label="Running now"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] items-start gap-3"
        >
          {running.data.map((thread) => (
            <li key={thread.runId}>
              <RunningCard running={thread} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Figures() {
  const [range, setRange] = useState<FigureRange>('week');
  const figures = useFigures(range);
  const shown = figures.data;
  return (
    <div className="flex flex-col gap-5 border-t pt-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="flex-1">
          <h2 className="text-lg font-semibold">What runs came to</h2>
          <p className="text-sm text-faint">
            Runs of this home that have ended, by when they did. Imported and deleted threads do not count.
          </p>
        </div>
        <Segmented label="Time" hideLabel value={range} onValueChange={setRange} options={RANGES} />
      </div>
      {figures.isError && <FailureNote failure={failureOf(figures.error)} />}
      {shown === undefined && figures.isPending && <Skeleton className="h-64 w-full" />}
      {shown !== undefined && (
        <>
          <FigurePlots figures={shown} />
          <NamedTable title="By agent" kind="Agent" rows={shown.agents} />
          <NamedTable title="By model" kind="Model" rows={shown.models} />
        </>
      )}
    </div>
  );
}
