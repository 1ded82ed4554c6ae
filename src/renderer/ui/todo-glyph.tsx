import { assertNever } from '../../shared/lib/assert.ts';
import type { PlanStatus } from '../../shared/todos/plan.ts';

/** The status of an item as a shape: an empty ring, a half full one, a full one with a tick, a crossed one, a barred one. */
export function TodoGlyph({ status }: { readonly status: PlanStatus }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={`mt-0.5 size-4 shrink-0 ${TONES[status]}`}>
      <Shape status={status} />
    </svg>
  );
}

const TONES: Record<PlanStatus, string> = {
  pending: 'text-faint',
  in_progress: 'text-accent',
  completed: 'text-ok',
  abandoned: 'text-faint',
  blocked: 'text-warn',
};

const RING = { cx: 8, cy: 8, r: 5.75, fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;
const MARK = { fill: 'none', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function Shape({ status }: { readonly status: PlanStatus }) {
  switch (status) {
    case 'pending':
      return <circle {...RING} />;
    case 'in_progress':
      return (
        <>
          <circle {...RING} />
          <path d="M8 4.75a3.25 3.25 0 0 1 0 6.5z" fill="currentColor" />
        </>
      );
    case 'completed':
      return (
        <>
          <circle cx={8} cy={8} r={6.5} fill="currentColor" />
          <path d="m5.25 8.25 2 2 3.5-4" {...MARK} stroke="var(--bg)" />
        </>
      );
    case 'abandoned':
      return (
        <>
          <circle {...RING} />
          <path d="m6 6 4 4m0-4-4 4" {...MARK} stroke="currentColor" />
        </>
      );
    case 'blocked':
      return (
        <>
          <circle {...RING} />
          <path d="M5.5 8h5" {...MARK} stroke="currentColor" />
        </>
      );
    default:
      return assertNever(status);
  }
}
