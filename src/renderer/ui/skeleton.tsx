import { cx } from './cx.ts';

/** Where something is about to be; `className` gives its size. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded bg-active', className)} />;
}
