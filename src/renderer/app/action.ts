import type { LucideIcon } from 'lucide-react';

/** Something that the person can do now: by the palette and, where a shortcut has the same name, by its keys. */
export type Action = {
  readonly id: string;
  readonly label: string;
  /** Words that people look for and the label does not hold. */
  readonly words?: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
};
