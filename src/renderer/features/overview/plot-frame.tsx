import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

/** Where a plot draws, and which place along its axis the pointer is at. */
type PlotPlace = { readonly width: number; readonly count: number; readonly at: number | undefined };

const Place = createContext<PlotPlace>({ width: 0, count: 0, at: undefined });

export function usePlotPlace(): PlotPlace {
  return useContext(Place);
}

/** Room for the marks of the axis, in CSS pixels. */
export const AXIS_WIDTH = 48;
export const PLOT_HEIGHT = 120;

type PlotFrameProps = {
  readonly title: string;
  /** The one number of the whole time, and what else is to be said of it. */
  readonly value: string;
  readonly note?: string;
  /** Places along the axis. */
  readonly names: readonly string[];
  /** What the plot shows, as words: the table behind it. */
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** The plot itself, as SVG. */
  readonly children: ReactNode;
};

/** A plot with its title, its values under the pointer, and the table that says the same to who does not see it. */
export function PlotFrame({ title, value, note, names, columns, children }: PlotFrameProps) {
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number>();
  const measured = useCallback((box: HTMLDivElement | null) => {
    if (box === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const name = at === undefined ? undefined : names[at];
  return (
    <figure className="m-0 flex min-w-0 flex-col gap-1">
      <figcaption className="flex items-baseline gap-2">
        <span className="font-medium">{title}</span>
        <span className="text-lg font-semibold">{value}</span>
        <span className="min-w-0 flex-1 truncate text-right text-sm text-faint">
          {name === undefined || at === undefined
            ? note
            : `${name}: ${columns.map((column) => `${column.name} ${column.values[at] ?? ''}`).join(', ')}`}
        </span>
      </figcaption>
      <div
        ref={measured}
        aria-hidden
        onPointerMove={(event) => {
          const x = event.clientX - event.currentTarget.getBoundingClientRect().left - AXIS_WIDTH;
          const place = Math.floor((x / (width - AXIS_WIDTH)) * names.length);
          setAt(place >= 0 && place < names.length ? place : undefined);
        }}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg width={width} height={PLOT_HEIGHT + 16} className="block overflow-visible">
          <Place value={{ width: Math.max(0, width - AXIS_WIDTH), count: names.length, at }}>{children}</Place>
          <NamesUnder names={names} width={width - AXIS_WIDTH} />
        </svg>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((place, index) => (
            <tr key={place}>
              <th scope="row">{place}</th>
              {columns.map((column) => (
                <td key={column.name}>{column.values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** How many pixels a name needs. */
const NAME_WIDTH = 56;

function NamesUnder({ names, width }: { readonly names: readonly string[]; readonly width: number }) {
  if (width <= 0) return null;
  const step = width / names.length;
  const every = Math.max(1, Math.ceil(NAME_WIDTH / step));
  return names.map((name, index) =>
    index % every !== 0 ? null : (
      <text
        key={name}
        x={AXIS_WIDTH + step * (index + 0.5)}
        y={PLOT_HEIGHT + 13}
        textAnchor="middle"
        className="fill-faint text-xs"
      >
        {name}
      </text>
    ),
  );
}

type AxisProps = { readonly ticks: readonly number[]; readonly tickText: (value: number) => string };

/** The marks on the left with hairlines, and a band where the pointer is. */
export function Axis({ ticks, tickText }: AxisProps) {
  const { width, count, at } = usePlotPlace();
  const top = ticks.at(-1) ?? 1;
  return (
    <>
      {at !== undefined && (
        <rect
          x={AXIS_WIDTH + (width / count) * at}
          y={0}
          width={width / count}
          height={PLOT_HEIGHT}
          className="fill-hover"
        />
      )}
      {ticks.map((tick) => {
        const y = PLOT_HEIGHT - (tick / top) * PLOT_HEIGHT;
        return (
          <g key={tick}>
            <line x1={AXIS_WIDTH} x2={AXIS_WIDTH + width} y1={y} y2={y} className="stroke-line" />
            <text x={AXIS_WIDTH - 6} y={y} dy="0.35em" textAnchor="end" className="fill-faint text-xs">
              {tickText(tick)}
            </text>
          </g>
        );
      })}
    </>
  );
}
