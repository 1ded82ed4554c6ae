import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { useId } from 'react';

type SwitchProps = {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
};

export function Switch({ label, hint, checked, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <div id={id} className="text-base text-text">
          {label}
        </div>
        {hint !== undefined && <div className="text-sm text-faint">{hint}</div>}
      </div>
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onCheckedChange}
        aria-labelledby={id}
        className="flex h-4 w-7 shrink-0 rounded-full bg-line-control p-0.5 transition-colors duration-100 data-checked:bg-accent"
      >
        <BaseSwitch.Thumb className="size-3 rounded-full bg-bg transition-transform duration-100 data-checked:translate-x-3" />
      </BaseSwitch.Root>
    </div>
  );
}
