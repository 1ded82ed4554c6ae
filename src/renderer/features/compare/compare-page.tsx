import { Tabs } from '@base-ui/react/tabs';
import { ArrowLeftRight, Columns2, Copy, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CompareSide } from '../../../shared/compare/compare-side.ts';
import type { ComparedSide, Comparison } from '../../../shared/compare/comparison.ts';
import { ask, failureOf } from '../../data/bridge.ts';
import { useAnswer } from '../../data/queries.ts';
import { openCompare } from '../../state/compare.ts';
import { currentRoute, leave } from '../../state/route.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showDone, showFailure } from '../../ui/toast.tsx';
import { differing } from './compare-words.ts';
import { FactsTable } from './facts-table.tsx';
import { FileRows } from './file-rows.tsx';
import { PlanRows } from './plan-rows.tsx';
import { SidePicker } from './side-picker.tsx';
import { StepRows } from './step-rows.tsx';

type ComparePageProps = { readonly left: CompareSide; readonly right: CompareSide | undefined };

/** Two branches, runs or threads side by side. */
export function ComparePage({ left, right }: ComparePageProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  return (
    <section aria-label="Compare" className="@container flex h-full min-w-0 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2 px-4">
        <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">Compare</h1>
        <Switch label="Only differences" checked={onlyDifferences} onCheckedChange={setOnlyDifferences} />
        {right !== undefined && (
          <IconButton
            label="Copy as Markdown"
            icon={<Copy />}
            onClick={() => void copyMarkdown({ left, right }, onlyDifferences)}
          />
        )}
        <IconButton label="Close" keys={keysOf('back')} icon={<X />} onClick={() => leave(currentRoute())} />
      </div>
      {right === undefined ? (
        <>
          <Sides left={<SidePicker side={left} name="Left" onPick={(side) => openCompare(side)} />}>
            <SidePicker name="Right" beside={left} onPick={(side) => openCompare(left, side)} />
          </Sides>
          <EmptyState
            icon={Columns2}
            title="Choose what to compare it with"
            text="Another branch or run of this thread, or any other thread."
          />
        </>
      ) : (
        <Compared left={left} right={right} onlyDifferences={onlyDifferences} />
      )}
    </section>
  );
}

type ComparedProps = {
  readonly left: CompareSide;
  readonly right: CompareSide;
  readonly onlyDifferences: boolean;
};

function Compared({ left, right, onlyDifferences }: ComparedProps) {
  const answer = useAnswer('compare.of', { left, right });
  const { data } = answer;
  return (
    <>
      <Sides
        left={
          <SidePicker
            side={left}
            known={data?.left}
            beside={endOf(right, data?.right)}
            name="Left"
            onPick={(side) => openCompare(side, right)}
          />
        }
        onSwap={() => openCompare(right, left)}
      >
        <SidePicker
          side={right}
          known={data?.right}
          beside={endOf(left, data?.left)}
          name="Right"
          onPick={(side) => openCompare(left, side)}
        />
      </Sides>
      {answer.isError && (
        <FailureNote
          className="mx-4 my-2"
          failure={failureOf(answer.error)}
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        />
      )}
      {data === undefined && !answer.isError && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      )}
      {data !== undefined && (
        <Parts
          // What was opened stays open while the sides grow.
          key={JSON.stringify([left, right])}
          sides={{ left, right }}
          comparison={data}
          onlyDifferences={onlyDifferences}
        />
      )}
    </>
  );
}

type SidesProps = { readonly left: ReactNode; readonly children: ReactNode; readonly onSwap?: () => void };

function Sides({ left, children, onSwap }: SidesProps) {
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_28px_minmax(0,1fr)] items-center gap-1 px-4 pb-2">
      {left}
      {onSwap === undefined ? <span /> : <IconButton label="Swap sides" icon={<ArrowLeftRight />} onClick={onSwap} />}
      {children}
    </div>
  );
}

const TABS = ['Steps', 'Plans', 'Files'] as const;

type PartsProps = {
  readonly sides: { readonly left: CompareSide; readonly right: CompareSide };
  readonly comparison: Comparison;
  readonly onlyDifferences: boolean;
};

function Parts({ sides, comparison, onlyDifferences }: PartsProps) {
  const counts = differing(comparison);
  const count = { Steps: counts.steps, Plans: counts.plans, Files: counts.files };
  return (
    <>
      <FactsTable comparison={comparison} />
      <Tabs.Root defaultValue="Steps" className="flex min-h-0 flex-1 flex-col">
        <Tabs.List activateOnFocus className="relative flex h-9 shrink-0 items-stretch gap-1 border-b px-3">
          {TABS.map((tab) => (
            <Tabs.Tab
              key={tab}
              value={tab}
              className="flex cursor-default items-center gap-1.5 rounded-md px-2 font-medium text-faint transition-colors duration-100 hover:text-text focus-visible:-outline-offset-2 data-active:text-text"
            >
              {tab}
              <span className="text-sm font-normal text-faint" title={`${count[tab]} that differ`}>
                {count[tab]}
                <span className="sr-only"> that differ</span>
              </span>
            </Tabs.Tab>
          ))}
          <Tabs.Indicator className="absolute bottom-[-1px] left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-100" />
        </Tabs.List>
        <Tabs.Panel value="Steps" className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2">
          <StepRows comparison={comparison} onlyDifferences={onlyDifferences} />
        </Tabs.Panel>
        <Tabs.Panel
          value="Plans"
          className="scroll-thin min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
        >
          <PlanRows rows={comparison.plan} onlyDifferences={onlyDifferences} />
        </Tabs.Panel>
        <Tabs.Panel
          value="Files"
          className="scroll-thin min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
        >
          <FileRows sides={sides} comparison={comparison} onlyDifferences={onlyDifferences} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  );
}

async function copyMarkdown(sides: PartsProps['sides'], onlyDifferences: boolean): Promise<void> {
  try {
    const { markdown } = await ask('compare.markdown', { ...sides, onlyDifferences });
    if (await copyText(markdown)) showDone('Copied the comparison as Markdown');
    else showFailure({ code: 'no_clipboard', message: 'The comparison could not be copied' });
  } catch (error) {
    showFailure(failureOf(error));
  }
}

/** The side as the engine has found it: where its branch ends. */
function endOf(side: CompareSide, known: ComparedSide | undefined): CompareSide {
  return known === undefined || side.runId !== undefined ? side : { ...side, entryId: known.entryId };
}
