import { useState, type KeyboardEvent } from 'react';

export type Choice = {
  readonly chosen: number;
  /** Whether the key was meant for the list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  /** Back to the first: what is offered has changed. */
  readonly reset: () => void;
};

type Acts = { readonly choose: (index: number) => void; readonly close: () => void };

/** The keys of a list of `count` choices that is open below a text field, which keeps the focus. */
export function useChoice(count: number, { choose, close }: Acts): Choice {
  const [index, setIndex] = useState(0);
  const chosen = Math.min(index, Math.max(0, count - 1));
  return {
    chosen,
    reset: () => setIndex(0),
    onKeyDown(event) {
      if (count === 0 || event.nativeEvent.isComposing) return false;
      if (event.key === 'ArrowDown') setIndex((chosen + 1) % count);
      else if (event.key === 'ArrowUp') setIndex((chosen + count - 1) % count);
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(chosen);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
