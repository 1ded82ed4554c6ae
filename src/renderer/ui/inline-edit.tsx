import { useRef, type RefObject } from 'react';
import { cx } from './cx.ts';

export type InlineEditProps = {
  readonly value: string;
  readonly label: string;
  readonly maxLength: number;
  readonly onSave: (value: string) => void;
  /** Called after saving and when nothing is to be saved alike. */
  readonly onEnd: () => void;
  /** Enter on blank text; absent: it changes nothing. */
  readonly onBlank?: () => void;
  readonly placeholder?: string;
  /** Has the focus next, when a key ends it; else what had it before. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  readonly className?: string;
};

/** Edits a line of text in its place: Enter or leaving it saves, Esc does not; blank text changes nothing. */
export function InlineEdit({
  value,
  label,
  maxLength,
  onSave,
  onEnd,
  onBlank,
  placeholder,
  returnTo,
  className,
}: InlineEditProps) {
  const ended = useRef(false);
  const before = useRef<Element>(null);
  function end(text: string | undefined): void {
    if (ended.current) return;
    ended.current = true;
    const next = text?.trim();
    if (next !== undefined && next !== '' && next !== value) onSave(next);
    const focused = document.activeElement;
    onEnd();
    // Left by a key, and nobody has taken the focus since: it goes back to where it was.
    const kept = focused instanceof HTMLInputElement && document.activeElement === focused;
    const then = returnTo?.current ?? before.current;
    if (kept && then instanceof HTMLElement && then.isConnected) then.focus();
  }
  return (
    <input
      ref={(input) => {
        before.current ??= document.activeElement;
        input?.focus();
        input?.select();
      }}
      aria-label={label}
      defaultValue={value}
      maxLength={maxLength}
      placeholder={placeholder}
      spellCheck={false}
      className={cx('min-w-0 rounded border border-accent bg-raised px-1 text-text outline-none', className)}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' && event.currentTarget.value.trim() === '' && !ended.current) onBlank?.();
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') end(undefined);
        if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
