import { Cpu, X } from 'lucide-react';
import { type NextModel, setNextModel } from '../../state/next-model.ts';
import { IconButton } from '../../ui/icon-button.tsx';

type ModelNoteProps = { readonly threadId: string; readonly model: NextModel };

/** Says which model the next run has, where that was chosen, and takes the choice back. */
export function ModelNote({ threadId, model }: ModelNoteProps) {
  return (
    <div
      role="status"
      aria-label="Model of the next run"
      className="flex items-center gap-2 border-b px-3 py-1 text-sm text-soft"
    >
      <Cpu aria-hidden className="size-3.5 shrink-0 text-accent" />
      <span className="min-w-0 flex-1 truncate">
        The next messages go to {model === null ? 'the agent’s own model' : <bdi className="text-text">{model}</bdi>}
      </span>
      <IconButton
        size="sm"
        label="Leave the model as it is"
        icon={<X />}
        onClick={() => setNextModel(threadId, undefined)}
      />
    </div>
  );
}
