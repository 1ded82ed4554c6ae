import type { Theme } from '../../../shared/settings.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { showFailure } from '../../ui/toast.tsx';

export function Appearance() {
  const theme = useAnswer('settings.get', {}).data?.theme ?? 'system';
  const set = useAction('settings.set');
  return (
    <Segmented<Theme>
      label="Theme"
      value={theme}
      onValueChange={(next) => set.mutate({ theme: next }, { onError: ({ failure }) => showFailure(failure) })}
      options={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
