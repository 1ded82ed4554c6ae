import { cx } from './cx.ts';

type ProgressBarProps = {
  readonly done: number;
  readonly total: number;
  /** What the progress is of: "Plan". */
  readonly label: string;
  readonly className?: string;
};

/** A thin bar. Whoever uses it also writes the numbers, so that the bar is never the only way to read them. */
export function ProgressBar({ done, total, label, className }: ProgressBarProps) {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${done} of ${total}`}
      className={cx('h-1 overflow-hidden rounded-full bg-active', className)}
    >
      <div
        className={cx(
          'h-full origin-left rounded-full transition-transform duration-150',
          share === 1 ? 'bg-ok' : 'bg-accent',
        )}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
