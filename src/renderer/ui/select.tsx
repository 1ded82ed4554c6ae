import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { cx } from './cx.ts';
import { OPTION, POPUP } from './popup-style.ts';
import { CONTROL } from './text-input.tsx';

export type SelectOption<T extends string> = { readonly value: T; readonly label: string; readonly hint?: string };

type SelectProps<T extends string> = {
  readonly value: T;
  readonly onValueChange: (value: T) => void;
  readonly options: readonly SelectOption<T>[];
  /** Only where no Field names it. */
  readonly 'aria-label'?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly className?: string;
};

export function Select<T extends string>({ value, onValueChange, options, className, ...rest }: SelectProps<T>) {
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      disabled={rest.disabled}
    >
      <BaseSelect.Trigger
        aria-label={rest['aria-label']}
        className={cx(CONTROL, 'flex h-7 items-center justify-between gap-2 text-left', className)}
      >
        <BaseSelect.Value placeholder={rest.placeholder} className="min-w-0 truncate data-placeholder:text-faint" />
        <BaseSelect.Icon>
          <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-40">
          <BaseSelect.Popup className={cx(POPUP, 'min-w-(--anchor-width)')}>
            <BaseSelect.List className="scroll-thin max-h-(--available-height) overflow-y-auto py-1">
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className={OPTION}>
                  <span className="flex size-3.5 shrink-0">
                    <BaseSelect.ItemIndicator>
                      <Check aria-hidden className="size-3.5" />
                    </BaseSelect.ItemIndicator>
                  </span>
                  <BaseSelect.ItemText className="min-w-0 truncate">{option.label}</BaseSelect.ItemText>
                  {option.hint !== undefined && <span className="ml-auto pl-4 text-sm text-faint">{option.hint}</span>}
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
