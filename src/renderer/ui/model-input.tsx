import type { ModelList } from '../../shared/ipc/requests/agents.ts';
import { Button } from './button.tsx';
import { modelGroups } from './model-groups.ts';
import { SuggestInput } from './suggest-input.tsx';

type ModelInputProps = {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Absent while the addresses are being asked. */
  readonly list: ModelList | undefined;
  readonly onAskAgain: () => void;
  readonly placeholder?: string;
};

/** Names a model: one that an address offers, or any that the person types. */
export function ModelInput({ value, onValueChange, list, onAskAgain, placeholder }: ModelInputProps) {
  return (
    <SuggestInput
      value={value}
      onValueChange={onValueChange}
      groups={list === undefined ? [] : modelGroups(list)}
      filter
      placeholder={placeholder}
      note={<Note list={list} onAskAgain={onAskAgain} />}
    />
  );
}

function Note({ list, onAskAgain }: Pick<ModelInputProps, 'list' | 'onAskAgain'>) {
  if (list === undefined) return 'Asking the addresses for their models…';
  if (list.unreachable.length > 0) {
    return (
      <div className="flex items-start gap-2">
        <ul className="min-w-0 flex-1">
          {list.unreachable.map(({ address, error }) => (
            <li key={address} className="break-words">
              <span className="font-medium text-text">{address}</span>: {error.message}
            </li>
          ))}
        </ul>
        <Button size="sm" onClick={onAskAgain}>
          Ask again
        </Button>
      </div>
    );
  }
  return list.models.length === 0 ? 'No address offers a model. You can type a name.' : 'You can also type a name.';
}
