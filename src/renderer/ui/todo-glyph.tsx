import type { CSSProperties } from 'react';
import type { PlanStatus } from '../../shared/todos/plan.ts';
import { cx } from './cx.ts';

/**
 * The status of an item as a shape: an empty ring, a half full one, a full one with a tick, a crossed one, a barred one. All
 * are painted as backgrounds: an SVG each would make a part of its own of each row, for the browser to put together again
 * whenever one of hundreds changes.
 */
export function TodoGlyph({ status }: { readonly status: PlanStatus }) {
  return (
    <span
      aria-hidden
      className={cx(
        'mt-[3px] mr-0.5 mb-0.5 ml-px size-[13px] shrink-0 rounded-full forced-color-adjust-none',
        TONES[status],
      )}
      style={SHAPES[status]}
    />
  );
}

const TONES: Record<PlanStatus, string> = {
  pending: 'text-faint',
  in_progress: 'p-[3.25px] text-accent',
  completed: 'text-ok',
  abandoned: 'text-faint',
  blocked: 'text-warn',
};

/** A border as thin would be made whole pixels. */
const RING: CSSProperties = { boxShadow: 'inset 0 0 0 1.5px currentColor' };

const SHAPES: Record<PlanStatus, CSSProperties> = {
  pending: RING,
  in_progress: { ...RING, background: 'conic-gradient(currentColor 50%, transparent 0) content-box' },
  completed: {
    background: [
      `${diagonal('to top right', 'var(--bg)')} 3.25px 6.25px / 3px 3px no-repeat`,
      `${diagonal('to bottom right', 'var(--bg)')} 5.25px 4.25px / 4.5px 5px no-repeat`,
      'currentColor',
    ].join(),
  },
  abandoned: {
    ...RING,
    background: [
      `${diagonal('to top right', 'currentColor')} center / 5px 5px no-repeat`,
      `${diagonal('to bottom right', 'currentColor')} center / 5px 5px no-repeat`,
    ].join(),
  },
  blocked: { ...RING, background: 'linear-gradient(currentColor, currentColor) center / 5.5px 1.5px no-repeat' },
};

/** A line 1.5 pixels wide, with soft edges, between two corners of a box: those beside the one that `direction` leads to. */
function diagonal(direction: string, color: string): string {
  return `linear-gradient(${direction}, transparent calc(50% - 1px), ${color} calc(50% - 0.5px) calc(50% + 0.5px), transparent calc(50% + 1px))`;
}
