import { Axis, AXIS_WIDTH, PLOT_HEIGHT, usePlotPlace } from './plot-frame.tsx';

type Line = {
  readonly name: string;
  /** Absent where there was nothing to measure: the line is broken there. */
  readonly values: readonly (number | undefined)[];
  readonly look: 'solid' | 'dashed';
};

type LinePlotProps = {
  readonly lines: readonly Line[];
  readonly ticks: readonly number[];
  readonly tickText: (value: number) => string;
};

const TONES = { solid: 'stroke-accent fill-accent', dashed: 'stroke-faint fill-faint' } as const;

const DASHES = { solid: undefined, dashed: '5 4' } as const;
const LEGEND_WIDTH = 52;

/** Lines, told apart by their stroke as well as by their colour. */
export function LinePlot({ lines, ticks, tickText }: LinePlotProps) {
  const { width, count } = usePlotPlace();
  const top = ticks.at(-1) ?? 1;
  const step = width / count;
  const point = (value: number, index: number) => ({
    x: AXIS_WIDTH + step * (index + 0.5),
    y: PLOT_HEIGHT - (value / top) * PLOT_HEIGHT,
  });
  return (
    <>
      <Axis ticks={ticks} tickText={tickText} />
      {lines.map(({ name, values, look }) => {
        const points = values.flatMap((value, index) =>
          value === undefined ? [] : [{ index, ...point(value, index) }],
        );
        return (
          <g key={name} className={TONES[look]}>
            <path
              d={pathThrough(points)}
              fill="none"
              strokeWidth={1.75}
              strokeLinejoin="round"
              strokeDasharray={DASHES[look]}
            />
            {points.map(({ index, x, y }) => (
              <circle key={index} cx={x} cy={y} r={2.25} stroke="none" />
            ))}
          </g>
        );
      })}
      {lines.map(({ name, look }, index) => (
        <g key={name} className={TONES[look]}>
          <line
            x1={AXIS_WIDTH + 4 + index * LEGEND_WIDTH}
            x2={AXIS_WIDTH + 20 + index * LEGEND_WIDTH}
            y1={9}
            y2={9}
            strokeWidth={1.75}
            strokeDasharray={DASHES[look]}
          />
          <text x={AXIS_WIDTH + 24 + index * LEGEND_WIDTH} y={13} stroke="none" className="fill-soft text-xs">
            {name}
          </text>
        </g>
      ))}
    </>
  );
}

/** Neighbours are joined; where one is missing the line begins anew. */
function pathThrough(points: readonly { readonly index: number; readonly x: number; readonly y: number }[]): string {
  return points
    .map(({ index, x, y }, at) => `${points[at - 1]?.index === index - 1 ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}
