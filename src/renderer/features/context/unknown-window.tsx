import { useState } from 'react';
import { ContextWindow } from '../../../shared/settings.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { SavedNumber } from '../../ui/saved-number.tsx';
import { showFailure } from '../../ui/toast.tsx';

/** Says that nobody knows how much a model can read, and takes the person's word for it. */
export function UnknownWindow({ model }: { readonly model: string }) {
  const [entering, setEntering] = useState(false);
  const set = useAnswer('settings.get', {}).data?.contextWindows;
  const change = useAction('settings.set');
  return (
    <div className="flex flex-col items-start gap-1 text-sm text-faint">
      <p>Nobody knows how much this model can read, so nothing is compacted by itself.</p>
      {entering && set !== undefined ? (
        <SavedNumber
          label="Tokens that it can read"
          placeholder="tokens"
          value={undefined}
          optional
          schema={ContextWindow}
          onSave={(tokens) => {
            if (tokens === undefined) return;
            change.mutate(
              { contextWindows: { ...set, [model]: tokens } },
              { onError: ({ failure }) => showFailure(failure) },
            );
          }}
        />
      ) : (
        <Button size="sm" onClick={() => setEntering(true)}>
          Enter it
        </Button>
      )}
    </div>
  );
}
