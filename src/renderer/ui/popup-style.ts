/** The look that everything which opens over the window shares. */
export const POPUP =
  'rounded-lg bg-raised text-text shadow-pop outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** One line of a menu or a list of choices. */
export const OPTION =
  'mx-1 flex h-7 cursor-default select-none items-center gap-2 rounded-md px-2 text-base outline-none data-disabled:text-faint data-disabled:opacity-60 data-highlighted:bg-active';
