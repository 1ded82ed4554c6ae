import { assertNever } from '../../../shared/lib/assert.ts';
import type { Span } from '../../../shared/run/timeline.ts';
import { formatDuration } from '../../ui/format.ts';

const STATUS: Record<Span['status'], string> = { active: 'running', ok: 'ok', error: 'failed', stopped: 'stopped' };

const HAS_NO_OUTCOME: ReadonlySet<Span['kind']> = new Set(['retry', 'queue', 'pause', 'compaction', 'clearing']);

/** The name of a row, short enough for a column. */
export function spanLabel(span: Span): string {
  switch (span.kind) {
    case 'model':
      return 'Model call';
    case 'tool':
      return span.name;
    case 'approval':
      return 'Approval';
    case 'retry':
      return 'Waits to retry';
    case 'queue':
      return 'Queued';
    case 'pause':
      return 'Paused';
    case 'compaction':
      return 'Compaction';
    case 'clearing':
      return 'Outputs cleared';
    default:
      return assertNever(span.kind);
  }
}

/** A row in full: `run_command, 1.2 s, ok`. */
export function spanName(span: Span, now: number): string {
  const took = spoken(Math.max(0, (span.endedAt ?? now) - span.startedAt));
  const parts = [spanLabel(span), ...detailsOf(span), took];
  return [...parts, HAS_NO_OUTCOME.has(span.kind) ? undefined : STATUS[span.status]].filter(Boolean).join(', ');
}

function detailsOf({ kind, name, startedAt, firstTokenAt }: Span): readonly string[] {
  switch (kind) {
    case 'model':
      return firstTokenAt === undefined ? [name] : [name, `first token after ${spoken(firstTokenAt - startedAt)}`];
    case 'approval':
    case 'retry':
    case 'compaction':
    case 'clearing':
      return [name];
    case 'tool':
    case 'queue':
    case 'pause':
      return [];
    default:
      return assertNever(kind);
  }
}

function spoken(ms: number): string {
  return formatDuration(ms).replaceAll(/(\d)(?=[a-z])/g, '$1 ');
}
