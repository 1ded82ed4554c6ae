import { cx } from '../../ui/cx.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Pass, TreeItem } from './tree-layout.ts';
import { statusOf } from './tree-words.ts';

/** Between two lanes. */
const LANE_PX = 14;
/** Deeper lanes are drawn on top of each other, so that words keep their room. */
const MOST_LANES = 10;

const PLAIN = 'border-line-strong';
const LIVE = 'border-accent';

/** The lines at the left of a row: the lanes that pass it, and its own with the knot that it is. */
export function TreeLanes({ item }: { readonly item: TreeItem }) {
  const { passes, above, below, live, isEnd } = item;
  const own = xOf(passes.length);
  return (
    <span aria-hidden className="relative h-full shrink-0" style={{ width: own + 14 }}>
      {above === 'side' && (
        <span
          className={cx('absolute top-0 h-3 rounded-bl-[6px] border-b-[1.5px] border-l-[1.5px]', live ? LIVE : PLAIN)}
          style={{ left: xOf(passes.length - 1), width: own - xOf(passes.length - 1) - (isEnd ? 7 : 3) }}
        />
      )}
      {passes.map((pass, lane) => (
        <PassingLine key={lane} pass={pass} x={xOf(lane)} />
      ))}
      {above === 'lane' && <Line className={cx('top-0', isEnd ? 'h-1' : 'h-2', live ? LIVE : PLAIN)} x={own} />}
      {below !== 'none' && (
        <Line className={cx('bottom-0', isEnd ? 'top-5' : 'top-4', below === 'live' ? LIVE : PLAIN)} x={own} />
      )}
      <span
        className="absolute top-3 flex size-4 -translate-x-1/2 -translate-y-1/2 items-center justify-center"
        style={{ left: own + 0.75 }}
      >
        {isEnd ? (
          <StatusDot status={statusOf(item)} words="" />
        ) : (
          <span className={cx('size-2 rounded-full border-[1.5px]', live ? LIVE : 'border-line-control')} />
        )}
      </span>
    </span>
  );
}

function xOf(lane: number): number {
  return 12 + Math.min(lane, MOST_LANES) * LANE_PX;
}

function PassingLine({ pass, x }: { readonly pass: Pass; readonly x: number }) {
  if (pass !== 'upper') return <Line className={cx('inset-y-0', pass === 'live' ? LIVE : PLAIN)} x={x} />;
  return (
    <>
      <Line className={cx('top-0 h-2', LIVE)} x={x} />
      <Line className={cx('top-2 bottom-0', PLAIN)} x={x} />
    </>
  );
}

function Line({ className, x }: { readonly className: string; readonly x: number }) {
  return <span className={cx('absolute border-l-[1.5px]', className)} style={{ left: x }} />;
}
