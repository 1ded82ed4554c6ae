import { Settings } from '../../../shared/settings.ts';
import { useAction } from '../../data/queries.ts';
import { showFailure } from '../../ui/toast.tsx';
import { SavedNumber } from '../../ui/saved-number.tsx';

type NumberSettingProps = {
  readonly name: 'maxRuns' | 'subagentDepth' | 'mostRepeats' | 'todoReminders' | 'todoClearDelay';
  readonly value: number;
  readonly label: string;
  readonly hint: string;
};

export function NumberSetting({ name, value, label, hint }: NumberSettingProps) {
  const set = useAction('settings.set');
  return (
    <SavedNumber
      label={label}
      hint={hint}
      value={value}
      schema={Settings.shape[name]}
      onSave={(next = value) => set.mutate({ [name]: next }, { onError: ({ failure }) => showFailure(failure) })}
    />
  );
}
