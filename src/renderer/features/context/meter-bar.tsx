import { CONTEXT_PARTS, type Meter } from '../../../shared/run/context-meter.ts';
import { countWords, formatTokens } from '../../../shared/run/token-words.ts';
import { cx } from '../../ui/cx.ts';
import { PART_FILLS } from './part-words.ts';

type MeterBarProps = { readonly meter: Meter; readonly whole: number };

/** All parts side by side, and where compaction begins. */
export function MeterBar({ meter: { used, parts, room }, whole }: MeterBarProps) {
  const percent = (tokens: number): string => `${(tokens / Math.max(1, whole)) * 100}%`;
  const said =
    room === undefined ? `${countWords(used)} tokens` : `${countWords(used)} of ${formatTokens(room.window)} tokens`;
  return (
    <div
      role="meter"
      aria-label="Context"
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={used.tokens}
      aria-valuetext={said}
      className="relative"
    >
      <div className="flex h-3 overflow-hidden rounded-[3px] bg-active">
        {CONTEXT_PARTS.map((part) => (
          <span
            key={part}
            data-part={part}
            data-tokens={parts[part]}
            className={cx('h-full shrink-0', PART_FILLS[part])}
            style={{ width: percent(parts[part]) }}
          />
        ))}
        {room !== undefined && (
          <>
            <span
              data-part="free"
              data-tokens={room.free}
              className="h-full shrink-0"
              style={{ width: percent(room.free) }}
            />
            <span
              data-part="buffer"
              data-tokens={room.buffer}
              className="hatched h-full shrink-0"
              style={{ width: percent(room.buffer) }}
            />
          </>
        )}
      </div>
      {room?.line !== undefined && (
        <span
          data-line={room.line}
          className="absolute -top-0.5 h-4 w-0.5 -translate-x-1/2 rounded-full bg-text"
          style={{ left: percent(room.line) }}
        />
      )}
    </div>
  );
}
