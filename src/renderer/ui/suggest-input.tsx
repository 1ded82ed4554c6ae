import { Autocomplete } from '@base-ui/react/autocomplete';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { OPTION, POPUP } from './popup-style.ts';
import { CONTROL } from './text-input.tsx';

export type SuggestGroup = { readonly label: string; readonly items: readonly string[] };

type SuggestInputProps = {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly groups: readonly SuggestGroup[];
  /** Whether to leave out suggestions that do not contain what was typed. */
  readonly filter: boolean;
  readonly placeholder?: string;
  /** Under the suggestions: what is missing from them, and why. */
  readonly note?: ReactNode;
  readonly className?: string;
};

/** A text field that takes any text and suggests some. */
export function SuggestInput({
  value,
  onValueChange,
  groups,
  filter,
  placeholder,
  note,
  className,
}: SuggestInputProps) {
  const shown = groups.map((group) => ({
    ...group,
    items: group.items.filter((item) => !filter || fits(item, value)),
  }));
  // What is already chosen says nothing about what else there is.
  const exact = groups.some((group) => group.items.includes(value));
  const visible = (filter && exact ? groups : shown).filter((group) => group.items.length > 0);
  const empty = visible.length === 0 && note === undefined;
  return (
    <Autocomplete.Root
      items={visible as { label: string; items: string[] }[]}
      mode="none"
      value={value}
      onValueChange={(next) => onValueChange(next)}
      openOnInputClick
    >
      <Autocomplete.Input
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        className={cx(CONTROL, 'h-7', className)}
      />
      <Autocomplete.Portal hidden={empty}>
        <Autocomplete.Positioner sideOffset={4} className="z-40">
          <Autocomplete.Popup className={cx(POPUP, 'w-(--anchor-width)', empty && 'hidden')}>
            <Autocomplete.List className="scroll-thin max-h-[min(288px,var(--available-height))] overflow-y-auto overscroll-contain py-1 data-empty:p-0">
              {(group: SuggestGroup) => (
                <Autocomplete.Group key={group.label} items={group.items}>
                  <Autocomplete.GroupLabel className="px-3 pt-1 pb-0.5 text-xs font-medium text-faint">
                    {group.label}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: string) => (
                      <Autocomplete.Item key={item} value={item} className={OPTION}>
                        <span className="truncate">{item}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            {note !== undefined && <div className="border-t px-3 py-2 text-sm text-soft">{note}</div>}
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function fits(item: string, typed: string): boolean {
  return item.toLowerCase().includes(typed.trim().toLowerCase());
}
