import { useRef } from 'react';
import { cx } from './cx.ts';

type InlineEditProps = {
  readonly value: string;
  readonly label: string;
  readonly maxLength: number;
  readonly onSave: (value: string) => void;
  /** Called after saving and when nothing is to be saved alike. */
  readonly onEnd: () => void;
  /** Enter on blank text; absent: it changes nothing. */
  readonly onBlank?: () => void;
  readonly placeholder?: string;
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
    if (kept && before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
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
