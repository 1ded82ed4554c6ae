import type { CompactionSettings } from '../settings.ts';
import type { TokenCount } from '../thread/context-bodies.ts';
import { sumOf, type ContextPart, type ContextParts } from './context.ts';

/** The parts in the order in which a request holds them. */
export const CONTEXT_PARTS = [
  'system',
  'tools',
  'messages',
  'toolResults',
  'todos',
] as const satisfies readonly ContextPart[];

/** How full a model's window is. All are tokens; without a known window there is nothing but what is used. */
export type Meter = {
  readonly used: TokenCount;
  /** They add up to what is used: by their estimates, whoever counted the whole. */
  readonly parts: ContextParts;
  readonly room?: Room;
};

export type Room = {
  readonly window: number;
  /** Beyond this runs compact by themselves; absent where the person does not want that. */
  readonly line?: number;
  /** With what is used they add up to the window, as long as it is not overfull. */
  readonly free: number;
  /** What compaction keeps free. */
  readonly buffer: number;
};

export function meterOf(
  used: TokenCount,
  estimates: ContextParts,
  window: number | undefined,
  { automatic, share }: Pick<CompactionSettings, 'automatic' | 'share'>,
): Meter {
  const parts = scaled(estimates, used.tokens);
  if (window === undefined) return { used, parts };
  const line = automatic ? Math.floor(window * share) : undefined;
  const left = Math.max(0, window - used.tokens);
  const buffer = Math.min(left, window - (line ?? window));
  const room = { window, free: left - buffer, buffer };
  return { used, parts, room: line === undefined ? room : { ...room, line } };
}

/** The same shares of `total`, in whole numbers that add up to it. */
function scaled(estimates: ContextParts, total: number): ContextParts {
  const sum = sumOf(estimates);
  if (sum === 0) return { ...estimates, messages: total };
  const exact = CONTEXT_PARTS.map((part) => (estimates[part] * total) / sum);
  const whole = exact.map(Math.floor);
  // Those that were cut most get what is missing.
  const missing = total - whole.reduce((all, one) => all + one, 0);
  const byCut = exact
    .map((value, index) => ({ index, cut: value - Math.floor(value) }))
    .toSorted((a, b) => b.cut - a.cut);
  const raised = new Set(byCut.slice(0, missing).map(({ index }) => index));
  const [system = 0, tools = 0, messages = 0, toolResults = 0, todos = 0] = whole.map(
    (value, index) => value + (raised.has(index) ? 1 : 0),
  );
  return { system, tools, messages, toolResults, todos };
}
