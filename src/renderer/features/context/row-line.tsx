import { ChevronRight, EyeOff } from 'lucide-react';
import { memo } from 'react';
import type { ContextRow } from '../../../shared/run/context-rows.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { cx } from '../../ui/cx.ts';
import { Tip } from '../../ui/tip.tsx';
import { hiddenWords } from './part-words.ts';

type RowLineProps = {
  readonly row: ContextRow;
  readonly index: number;
  /** In words. */
  readonly tokens: string;
  readonly open: boolean;
  readonly focusable: boolean;
  readonly onFocus: (index: number) => void;
  readonly onToggle: (key: string) => void;
};

/** One message, entry or tool: a line that opens. Each answer brings new objects: it is drawn again when they say anything else. */
export const RowLine = memo(drawRowLine, sameLine);

/** The same wherever it stands: a compaction moves what it keeps. */
export function keyOfRow({ place, title, entryId }: ContextRow): string {
  return `${place.list}/${entryId ?? place.index}/${title}`;
}

function drawRowLine({ row, index, tokens, open, focusable, onFocus, onToggle }: RowLineProps) {
  const { title, line, hidden, place } = row;
  const why = hidden === undefined ? undefined : hiddenWords(hidden);
  const button = (
    <button
      type="button"
      data-row={place.list}
      data-hidden={hidden?.why}
      tabIndex={focusable ? 0 : -1}
      aria-expanded={open}
      onFocus={() => onFocus(index)}
      onClick={() => onToggle(keyOfRow(row))}
      className="flex h-7 w-full items-center gap-2 px-3 text-start hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="w-20 shrink-0 @max-[300px]:w-16 truncate text-sm text-faint">{visibleText(title)}</span>
      <span className={cx('min-w-0 flex-1 truncate', hidden !== undefined && 'text-faint')} dir="auto">
        {visibleText(line)}
      </span>
      {why !== undefined && (
        <>
          <EyeOff aria-hidden className="size-3 shrink-0 text-faint" />
          <span className="sr-only">{why}.</span>
        </>
      )}
      <span className="shrink-0 text-sm text-faint">{tokens}</span>
      <ChevronRight aria-hidden className={cx('size-3.5 shrink-0 text-faint', open && 'rotate-90')} />
    </button>
  );
  if (why === undefined) return button;
  return (
    <Tip label={why} side="left">
      {button}
    </Tip>
  );
}

function sameLine({ row: a, ...left }: RowLineProps, { row: b, ...right }: RowLineProps): boolean {
  return (
    left.index === right.index &&
    left.tokens === right.tokens &&
    left.open === right.open &&
    left.focusable === right.focusable &&
    left.onFocus === right.onFocus &&
    left.onToggle === right.onToggle &&
    a.line === b.line &&
    a.hidden?.why === b.hidden?.why &&
    keyOfRow(a) === keyOfRow(b)
  );
}
