import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:brightness-110 active:brightness-95',
  secondary: 'border border-line-strong bg-raised text-text hover:bg-hover active:bg-active',
  ghost: 'text-soft hover:bg-hover hover:text-text active:bg-active',
  danger: 'border border-line-strong bg-raised text-bad hover:bg-bad-soft',
} as const;

const SIZES = { sm: 'h-6 px-2 text-sm', md: 'h-7 px-2.5 text-base', lg: 'h-8 px-3.5 text-base' } as const;

export type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: keyof typeof VARIANTS;
  readonly size?: keyof typeof SIZES;
  /** An icon before the words; its name is the words. */
  readonly icon?: ReactNode;
};

export function Button({ variant = 'secondary', size = 'md', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={cx(BASE, VARIANTS[variant], SIZES[size], className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}
