import { assertNever } from '../../shared/lib/assert.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { Entry, NoteBody } from '../../shared/thread/entry.ts';
import { whenAborted } from '../lib/abort.ts';
import type { Ticket } from './places.ts';
import type { SharedPlace } from './shared-place.ts';

/** Where a run stands still between its calls: while a person has paused it, and while it has no place. */
export type Gate = {
  /** Resolves when the run may go on, and when `signal` aborts. A failure is the store's. */
  readonly pass: (signal: AbortSignal) => Promise<Result<null>>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** A person has asked for a pause that has not begun. */
  readonly isPausing: () => boolean;
  /** Gives the place to others until the run passes again. */
  readonly leave: () => void;
};

export type GateNote = { readonly id: string; readonly body: NoteBody };

export type GateParts = {
  readonly place: SharedPlace;
  /** Where it stands at first; see `standingBy`. */
  readonly begins: Standing;
  readonly newId: () => string;
  /** Commits notes about the run, all or nothing. */
  readonly note: (notes: readonly GateNote[]) => Result<unknown>;
  /** What `isPausing` tells has changed. */
  readonly changed: () => void;
};

export type Standing =
  | { readonly type: 'placed'; readonly ticket: Ticket }
  /** It gave its place away while it waits for a decision. */
  | { readonly type: 'away' }
  | { readonly type: 'queued'; readonly ticket: Ticket; readonly noteId: string }
  | { readonly type: 'paused'; readonly noteId: string };

/**
 * Where a run stands by its entries. `ticket`: what it asked for when it started; absent for one that goes on after the end
 * of a program.
 */
export function standingBy(entries: readonly Entry[], place: SharedPlace, ticket?: Ticket): Standing {
  const held = entries.findLast(({ kind }) => HELD_OR_FREED.has(kind));
  if (held?.kind === 'run_paused') return { type: 'paused', noteId: held.id };
  if (held?.kind === 'run_queued') return { type: 'queued', ticket: ticket ?? place(true), noteId: held.id };
  return ticket === undefined ? { type: 'away' } : { type: 'placed', ticket };
}

const HELD_OR_FREED: ReadonlySet<Entry['kind']> = new Set(['run_queued', 'run_dequeued', 'run_paused', 'run_resumed']);

export function createGate({ place, begins, newId, note, changed }: GateParts): Gate {
  let standing = begins;
  let hasWorked = begins.type !== 'queued';
  let wantsPause = begins.type === 'paused';
  let turned = Promise.withResolvers<void>();

  function become(next: Standing): Result<unknown> {
    const notes = [...endOf(standing, newId), ...beginningOf(next)];
    const before = standing;
    standing = next;
    if (next.type === 'placed') hasWorked = true;
    const noted = notes.length === 0 ? ok(null) : note(notes);
    // After the note: whoever gets the place then writes later than this.
    if ('ticket' in before && !('ticket' in next)) before.ticket.leave();
    return noted;
  }

  function askAgain(): Result<unknown> {
    const ticket = place(hasWorked);
    return become(ticket.held() ? { type: 'placed', ticket } : { type: 'queued', ticket, noteId: newId() });
  }

  /** Comes one step nearer to going on; answers what to wait for, nothing when the run may go on. */
  function advance(): Result<Promise<unknown> | undefined> {
    if (wantsPause) {
      const paused = standing.type === 'paused' ? ok(null) : become({ type: 'paused', noteId: newId() });
      changed();
      return paused.ok ? ok(turned.promise) : paused;
    }
    switch (standing.type) {
      case 'placed':
        return ok(undefined);
      case 'queued': {
        const { ticket } = standing;
        if (!ticket.held()) return ok(Promise.race([ticket.granted, turned.promise]));
        const placed = become({ type: 'placed', ticket });
        return placed.ok ? ok(undefined) : placed;
      }
      case 'away':
      case 'paused': {
        const asked = askAgain();
        return asked.ok ? ok(Promise.resolve()) : asked;
      }
      default:
        return assertNever(standing);
    }
  }

  function turn(wants: boolean): void {
    if (wants === wantsPause) return;
    wantsPause = wants;
    turned.resolve();
    turned = Promise.withResolvers<void>();
    changed();
  }

  return {
    async pass(signal) {
      const aborted = whenAborted(signal);
      try {
        while (!signal.aborted) {
          const next = advance();
          if (!next.ok) return next;
          if (next.value === undefined) break;
          await Promise.race([next.value, aborted.promise]);
        }
        return ok(null);
      } finally {
        aborted.dispose();
      }
    },
    pause: () => turn(true),
    resume: () => turn(false),
    isPausing: () => wantsPause && standing.type !== 'paused',
    leave() {
      if (!('ticket' in standing)) return;
      standing.ticket.leave();
      // A wait that the run's end cuts short is ended by that.
      standing = { type: 'away' };
    },
  };
}

function beginningOf(standing: Standing): readonly GateNote[] {
  switch (standing.type) {
    case 'queued':
      return [{ id: standing.noteId, body: { kind: 'run_queued' } }];
    case 'paused':
      return [{ id: standing.noteId, body: { kind: 'run_paused' } }];
    case 'placed':
    case 'away':
      return [];
    default:
      return assertNever(standing);
  }
}

function endOf(standing: Standing, newId: () => string): readonly GateNote[] {
  switch (standing.type) {
    case 'queued':
      return [{ id: newId(), body: { kind: 'run_dequeued', queuedId: standing.noteId } }];
    case 'paused':
      return [{ id: newId(), body: { kind: 'run_resumed', pausedId: standing.noteId } }];
    case 'placed':
    case 'away':
      return [];
    default:
      return assertNever(standing);
  }
}
