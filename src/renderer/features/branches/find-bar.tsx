import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type FindBarProps = {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** How many are found, and which of them is shown, from 1; 0: none is. */
  readonly count: number;
  readonly position: number;
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
};

export function FindBar({ query, onQuery, count, position, onStep, onClose }: FindBarProps) {
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  }
  return (
    <search className="flex h-9 shrink-0 items-center gap-1 border-b pr-2 pl-3">
      <TextInput
        // It was asked for by a key or a button that is gone.
        autoFocus
        aria-label="Find in the tree"
        placeholder="Find"
        value={query}
        onValueChange={onQuery}
        onKeyDown={press}
        className="h-6"
      />
      <span role="status" className="min-w-14 shrink-0 text-right text-xs text-faint">
        {query.trim() !== '' && (count === 0 ? 'None' : position === 0 ? `${count}` : `${position} of ${count}`)}
      </span>
      <IconButton
        size="sm"
        label="Previous match"
        icon={<ChevronUp />}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="sm"
        label="Next match"
        icon={<ChevronDown />}
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
      <IconButton size="sm" label="Close the search" icon={<X />} onClick={onClose} />
    </search>
  );
}
