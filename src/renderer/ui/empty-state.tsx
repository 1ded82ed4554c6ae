import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** Why it is empty, and what would fill it. */
  readonly text?: ReactNode;
  /** What the person can do: buttons. */
  readonly children?: ReactNode;
};

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      {Icon !== undefined && <Icon aria-hidden strokeWidth={1.5} className="mb-1 size-6 text-faint" />}
      <p className="font-medium text-text">{title}</p>
      {text !== undefined && <p className="max-w-72 text-sm text-soft">{text}</p>}
      {children !== undefined && <div className="mt-3 flex gap-2">{children}</div>}
    </div>
  );
}
