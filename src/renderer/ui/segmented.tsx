import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import { cx } from './cx.ts';

type SegmentedProps<T extends string> = {
  readonly label: string;
  /** For choices whose place says what they are. */
  readonly hideLabel?: boolean;
  readonly hint?: string;
  readonly value: T;
  readonly onValueChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** Takes the whole width, and no more room than its words need. */
  readonly wide?: boolean;
  readonly className?: string;
};

/** One of a few choices that are all in sight. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, hideLabel, hint, value, onValueChange, options, wide = false, className } = props;
  const id = useId();
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <span id={id} className={cx('text-sm font-medium text-soft', hideLabel && 'sr-only')}>
        {label}
      </span>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onValueChange(next)}
        className={cx('inline-flex h-7 rounded-md border border-line-strong bg-side p-0.5', wide ? 'w-full' : 'w-fit')}
      >
        {options.map((option) => (
          <Radio.Root
            key={option.value}
            value={option.value}
            aria-label={option.label}
            className={cx(
              wide ? 'min-w-0 flex-auto justify-center truncate px-1' : 'px-2.5',
              'flex cursor-default select-none items-center rounded text-sm text-soft transition-colors duration-100 hover:text-text data-checked:bg-raised data-checked:font-medium data-checked:text-text data-checked:shadow-[0_0_0_1px_var(--line-strong)]',
            )}
          >
            {option.label}
          </Radio.Root>
        ))}
      </RadioGroup>
      {hint !== undefined && <span className="text-sm text-faint">{hint}</span>}
    </div>
  );
}
