import { Plus } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { MAX_TODO_WORDS } from '../../../shared/todos/edits/todo-edit.ts';

type AddItemProps = {
  /** The phase that it goes to; absent: the list, or its last phase. */
  readonly phase?: string;
  readonly onAdd: (content: string, phase: string | undefined) => void;
};

/** A line to write new items in: Enter adds one and waits for the next. */
export const AddItem = memo(function AddItem({ phase, onAdd }: AddItemProps) {
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const label = phase === undefined ? 'Add an item' : `Add an item to “${codedText(phase)}”`;

  function leave(): void {
    setText(undefined);
    requestAnimationFrame(() => button.current?.focus());
  }

  if (text === undefined) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={label}
        onClick={() => setText('')}
        className="mx-2 flex w-[calc(100%-16px)] items-center gap-2 rounded-md px-2 py-1 text-start text-faint hover:bg-hover hover:text-text focus-visible:-outline-offset-2"
      >
        <Plus aria-hidden className="size-4 shrink-0" />
        <span>Add</span>
      </button>
    );
  }
  return (
    <form
      className="flex items-center gap-2 px-4 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        const content = text.trim();
        if (content === '') leave();
        else onAdd(content, phase);
        if (content !== '') setText('');
      }}
    >
      <Plus aria-hidden className="size-4 shrink-0 text-faint" />
      <input
        id={id}
        // Whoever pressed the button is about to write.
        ref={(input) => input?.focus()}
        aria-label={label}
        placeholder="What is to be done"
        value={text}
        maxLength={MAX_TODO_WORDS}
        className="h-6 min-w-0 flex-1 rounded border border-accent bg-raised px-1 text-text outline-none"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text.trim() === '' && setText(undefined)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          leave();
        }}
      />
    </form>
  );
});
