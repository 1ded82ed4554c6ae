import { useId } from 'react';
import { Axis, AXIS_WIDTH, PLOT_HEIGHT, usePlotPlace } from './plot-frame.tsx';

type BarPlotProps = {
  readonly bars: readonly { readonly key: number; readonly solid: number; readonly hatched: number }[];
  readonly ticks: readonly number[];
  readonly tickText: (value: number) => string;
  readonly legend?: { readonly solid: string; readonly hatched: string };
};

const MAX_WIDTH = 28;
const GAP = 0.3;

/** Bars of one or two parts, told apart by their fill as well as by their colour. */
export function BarPlot({ bars, ticks, tickText, legend }: BarPlotProps) {
  const { width } = usePlotPlace();
  const pattern = useId();
  const top = ticks.at(-1) ?? 1;
  const step = width / bars.length;
  const barWidth = Math.min(MAX_WIDTH, step * (1 - GAP));
  const heightOf = (value: number) => (value / top) * PLOT_HEIGHT;
  return (
    <>
      <defs>
        <pattern id={pattern} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={5} height={5} className="fill-warn-soft" />
          <line x1={0} x2={0} y1={0} y2={5} strokeWidth={3} className="stroke-warn" />
        </pattern>
      </defs>
      <Axis ticks={ticks} tickText={tickText} />
      {bars.map(({ key, solid, hatched }, index) => {
        const x = AXIS_WIDTH + step * (index + 0.5) - barWidth / 2;
        return (
          <g key={key}>
            <rect
              x={x}
              y={PLOT_HEIGHT - heightOf(solid)}
              width={barWidth}
              height={heightOf(solid)}
              className="fill-accent"
            />
            <rect
              x={x}
              y={PLOT_HEIGHT - heightOf(solid + hatched)}
              width={barWidth}
              height={heightOf(hatched)}
              fill={`url(#${pattern})`}
            />
          </g>
        );
      })}
      {legend !== undefined && bars.some(({ hatched }) => hatched > 0) && (
        <g className="text-xs">
          <rect x={AXIS_WIDTH + 4} y={4} width={10} height={10} className="fill-accent" />
          <text x={AXIS_WIDTH + 18} y={13} className="fill-soft">
            {legend.solid}
          </text>
          <rect x={AXIS_WIDTH + 74} y={4} width={10} height={10} fill={`url(#${pattern})`} />
          <text x={AXIS_WIDTH + 88} y={13} className="fill-soft">
            {legend.hatched}
          </text>
        </g>
      )}
    </>
  );
}
