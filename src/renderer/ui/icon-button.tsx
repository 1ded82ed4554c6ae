import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Tip } from './tip.tsx';

const SIZES = { sm: 'size-6 [&_svg]:size-3.5', md: 'size-7 [&_svg]:size-4' } as const;

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, and the hint. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: string;
  readonly size?: keyof typeof SIZES;
};

export function IconButton({ label, icon, keys, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <Tip label={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded-md text-soft transition-colors duration-100 hover:bg-hover hover:text-text active:bg-active disabled:pointer-events-none disabled:opacity-50 aria-pressed:text-accent data-popup-open:bg-active',
          SIZES[size],
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tip>
  );
}
