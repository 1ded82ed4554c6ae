import { ChevronRight, EyeOff } from 'lucide-react';
import type { ContextRow } from '../../../shared/run/context-rows.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { cx } from '../../ui/cx.ts';
import { Tip } from '../../ui/tip.tsx';
import { hiddenWords } from './part-words.ts';
import { RowContent } from './row-content.tsx';
import type { At } from './use-rows.ts';

type RowLineProps = {
  readonly at: At;
  readonly row: ContextRow;
  readonly tokens: number;
  readonly open: boolean;
  readonly focusable: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
};

/** One message, entry or tool: a line that opens. */
export function RowLine({ at, row, tokens, open, focusable, onFocus, onToggle }: RowLineProps) {
  const { title, line, hidden } = row;
  const why = hidden === undefined ? undefined : hiddenWords(hidden);
  const button = (
    <button
      type="button"
      data-row={row.place.list}
      data-hidden={hidden?.why}
      tabIndex={focusable ? 0 : -1}
      aria-expanded={open}
      onFocus={onFocus}
      onClick={onToggle}
      className="flex h-7 w-full items-center gap-2 px-3 text-start hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="w-20 shrink-0 truncate text-sm text-faint">{title}</span>
      <span className={cx('min-w-0 flex-1 truncate', hidden !== undefined && 'text-faint')} dir="auto">
        {visibleText(line)}
      </span>
      {why !== undefined && (
        <>
          <EyeOff aria-hidden className="size-3 shrink-0 text-faint" />
          <span className="sr-only">{why}.</span>
        </>
      )}
      <span className="shrink-0 text-sm text-faint">~{formatTokens(tokens)}</span>
      <ChevronRight aria-hidden className={cx('size-3.5 shrink-0 text-faint', open && 'rotate-90')} />
    </button>
  );
  return (
    <>
      {why === undefined ? (
        button
      ) : (
        <Tip label={why} side="left">
          {button}
        </Tip>
      )}
      {open && <RowContent at={at} row={row} why={why} />}
    </>
  );
}
