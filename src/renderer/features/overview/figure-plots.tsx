import { type Figures, type RunFigures, successRate } from '../../../shared/run/figures.ts';
import { formatCost, formatDuration } from '../../ui/format.ts';
import { bucketName, costText, durationText, percentText } from './figure-words.ts';
import { BarPlot } from './bar-plot.tsx';
import { LinePlot } from './line-plot.tsx';
import { PlotFrame } from './plot-frame.tsx';
import { countTicksTo, durationTicksTo, ticksTo } from './scale.ts';

/** Four plots over the same time: how many and how well, what they cost, how long they took, how soon they answered. */
export function FigurePlots({ figures }: { readonly figures: Figures }) {
  const { buckets, range, total } = figures;
  const names = buckets.map(({ from }) => bucketName(from, range));
  const most = (value: (bucket: RunFigures) => number) => Math.max(0, ...buckets.map(value));
  return (
    <div className="grid grid-cols-2 gap-x-8 gap-y-6 @max-[720px]:grid-cols-1">
      <PlotFrame
        title="Runs"
        value={String(total.runs)}
        note={`${percentText(successRate(total))} success${total.stopped > 0 ? `, ${total.stopped} stopped` : ''}`}
        names={names}
        columns={[
          { name: 'Finished', values: buckets.map(({ finished }) => String(finished)) },
          { name: 'Not finished', values: buckets.map(({ runs, finished }) => String(runs - finished)) },
          { name: 'Success', values: buckets.map((bucket) => percentText(successRate(bucket))) },
        ]}
      >
        <BarPlot
          bars={buckets.map(({ from, runs, finished }) => ({ key: from, solid: finished, hatched: runs - finished }))}
          ticks={countTicksTo(most(({ runs }) => runs))}
          tickText={String}
          legend={{ solid: 'Finished', hatched: 'Not finished' }}
        />
      </PlotFrame>
      <PlotFrame
        title="Spend"
        value={formatCost(total) ?? '–'}
        note={total.unpriced === 0 ? undefined : `${total.unpriced} of ${total.calls} model calls unpriced`}
        names={names}
        columns={[
          { name: 'Spend', values: buckets.map(({ cost }) => costText(cost)) },
          { name: 'Unpriced calls', values: buckets.map(({ unpriced }) => String(unpriced)) },
        ]}
      >
        <BarPlot
          bars={buckets.map(({ from, cost }) => ({ key: from, solid: cost, hatched: 0 }))}
          ticks={ticksTo(most(({ cost }) => cost))}
          tickText={costText}
        />
      </PlotFrame>
      <Latency title="Run time" part="duration" figures={figures} names={names} />
      <Latency title="First token" part="firstToken" figures={figures} names={names} />
    </div>
  );
}

type LatencyProps = {
  readonly title: string;
  readonly part: 'duration' | 'firstToken';
  readonly figures: Figures;
  readonly names: readonly string[];
};

function Latency({ title, part, figures: { total, buckets }, names }: LatencyProps) {
  const spread = total[part];
  const p50 = buckets.map((bucket) => bucket[part]?.p50);
  const p95 = buckets.map((bucket) => bucket[part]?.p95);
  return (
    <PlotFrame
      title={title}
      value={spread === undefined ? '–' : formatDuration(spread.p50)}
      note={spread === undefined ? undefined : `p50; p95 ${formatDuration(spread.p95)}`}
      names={names}
      columns={[
        { name: 'p50', values: p50.map(durationText) },
        { name: 'p95', values: p95.map(durationText) },
      ]}
    >
      <LinePlot
        lines={[
          { name: 'p50', values: p50, look: 'solid' },
          { name: 'p95', values: p95, look: 'dashed' },
        ]}
        ticks={durationTicksTo(Math.max(0, ...p95.filter((value) => value !== undefined)))}
        tickText={(ms) => (ms === 0 ? '0' : formatDuration(ms).replace(/ 00[sm]$/, ''))}
      />
    </PlotFrame>
  );
}
